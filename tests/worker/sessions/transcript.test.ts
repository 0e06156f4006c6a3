import { describe, expect, it } from "vitest";
import type { EventRow } from "../../../worker/objects/project-store/rpc.ts";
import { foldTranscript } from "../../../worker/objects/project-store/transcript.ts";

const event = (type: EventRow["type"], text: string, more: Record<string, unknown> = {}) => ({
  type,
  body: { text, ...more },
  at: null,
  received_at: 7,
});
const user = (text: string, more?: Record<string, unknown>) => event("user_transcript", text, more);
const agent = (text: string, more?: Record<string, unknown>) => event("agent_transcript", text, more);
const texts = (...events: ReturnType<typeof event>[]) => foldTranscript(events).map(({ text }) => text);

describe("the transcript of a session", () => {
  it("has the messages in the order in which they came, where they name no other", () => {
    expect(foldTranscript([user("Hi"), event("heartbeat", "x"), agent("Hello")])).toEqual([
      { role: "user", text: "Hi", at: 7, interrupted: false },
      { role: "agent", text: "Hello", at: 7, interrupted: false },
    ]);
  });

  it("puts a question that was written late before its answer", () => {
    expect(
      texts(
        agent("Hello", { item: "a", after: null }),
        agent("At nine", { item: "b", after: "a" }),
        user("Thanks", { item: "d", after: "b" }),
        user("When?", { item: "c", after: "a" }),
      ),
    ).toEqual(["Hello", "When?", "At nine", "Thanks"]);
    expect(texts(agent("Hi", { item: "a" }), user("First", { item: "b", after: null }))).toEqual(["First", "Hi"]);
  });

  it("has what was heard: a correction replaces a message, an empty one removes it", () => {
    const [line] = foldTranscript([
      agent("We open at eight", { item: "a" }),
      agent("We open", { item: "a", interrupted: true }),
    ]);
    expect(line).toMatchObject({ text: "We open", interrupted: true });
    expect(
      texts(agent("Gone", { item: "a" }), user("Hi", { item: "b", after: "a" }), agent("", { item: "a" })),
    ).toEqual(["Hi"]);
  });

  it("moves a message that is reported again with another predecessor, unless that is unknown", () => {
    const three = [
      agent("A", { item: "a" }),
      user("B", { item: "b", after: "a" }),
      agent("C", { item: "c", after: "b" }),
    ];
    expect(texts(...three, agent("A", { item: "a", after: "c" }))).toEqual(["B", "C", "A"]);
    expect(texts(...three, agent("C", { item: "c", after: null }))).toEqual(["C", "A", "B"]);
    expect(texts(...three, user("B!", { item: "b", after: "nobody" }))).toEqual(["A", "B!", "C"]);
    expect(texts(...three, user("B!", { item: "b", after: "b" }))).toEqual(["A", "B!", "C"]);
  });

  it("has what a person wrote as they wrote it, whatever the page reports under its name", () => {
    const ada = event("person_transcript", "No refund", { item: "p", name: "Ada" });
    const line = { role: "person", name: "Ada", text: "No refund", at: 7, interrupted: false };
    expect(foldTranscript([user("Refund?"), ada, agent("Sure", { item: "p" })]).at(-1)).toEqual(line);
    expect(foldTranscript([ada, user("", { item: "p" })])).toEqual([line]);
    expect(foldTranscript([user("Hi"), ada, user("", { item: "p", after: null })]).at(-1)).toEqual(line);
    // A report that the store has before the person's line.
    expect(texts(agent("Sure", { item: "p" }), ada, agent("Sure!", { item: "p" }))).toEqual(["Sure", "No refund"]);
    expect(texts(ada, user("Thanks", { item: "t", after: "p" }))).toEqual(["No refund", "Thanks"]);
  });
});
