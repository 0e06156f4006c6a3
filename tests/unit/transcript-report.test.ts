import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "../../widget/session/state.ts";
import { TranscriptReport } from "../../widget/session/transcript-report.ts";

type Event = { type: string; text: string; item: string; after?: string | null; interrupted?: boolean };

let transcript: Message[];
let open: Set<string>;
let live: boolean;
let told: Event[];
let report: TranscriptReport;
const message = (id: string, text: string, more: Partial<Message> = {}): Message => ({
  id,
  role: id.startsWith("u") ? "user" : "agent",
  text,
  final: true,
  at: 1,
  ...more,
});
const words = () => told.map(({ item, text }) => `${item} ${text}`);

beforeEach(() => {
  vi.useFakeTimers();
  [transcript, open, live, told] = [[], new Set(), true, []];
  report = new TranscriptReport(
    () => ({ transcript, open, live }),
    (event) => told.push(event as Event),
  );
});
afterEach(() => {
  report.close();
  vi.useRealTimers();
});

const show = (...messages: Message[]) => {
  transcript = messages;
  report.update();
};

describe("what the service is told", () => {
  it("waits no longer for a question where the clock is set back meanwhile", () => {
    show(message("u1", "When do", { final: false }), message("a1", "At nine."));
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(words()).toEqual(["a1 At nine."]);
  });

  it("stands in the order in which it was said, though the question is written after the answer", () => {
    show(message("u1", "When do", { final: false }), message("a1", "At nine."));
    expect(told).toEqual([]);
    show(message("u1", "When do you open?"), message("a1", "At nine."));
    expect(told).toMatchObject([
      { type: "user_transcript", item: "u1", after: null },
      { type: "agent_transcript", item: "a1", after: "u1" },
    ]);
  });

  it("says which words were typed, once they are sent", () => {
    show(message("u1", "Hello"), message("u2", "Anybody?", { unsent: true }));
    show(message("u1", "Hello"), message("u2", "Anybody?", { unsent: false }));
    expect(told).toMatchObject([
      { item: "u1", typed: false },
      { item: "u2", typed: true },
    ]);
  });

  it("waits for a question no longer than four seconds, and gives it its place then", () => {
    show(message("a0", "Hello"), message("u1", "", { final: false }), message("a1", "At nine."));
    vi.advanceTimersByTime(4_000);
    expect(words()).toEqual(["a0 Hello", "a1 At nine."]);
    show(message("a0", "Hello"), message("u1", "When?"), message("a1", "At nine."));
    expect(told.at(-1)).toMatchObject({ item: "u1", after: "a0" });
    expect(told).toHaveLength(3);
  });

  it("is what was heard: a correction, a cut, and what was taken back come under the same name", () => {
    show(message("a1", "We open at eight."));
    show(message("a1", "We open", { interrupted: true }));
    expect(told.at(-1)).toMatchObject({ item: "a1", text: "We open", interrupted: true, after: null });
    show();
    expect(told.at(-1)).toMatchObject({ type: "agent_transcript", item: "a1", text: "" });
    expect(told).toHaveLength(3);
  });

  it("holds what may still change, and all that was said after it", () => {
    open.add("a1");
    show(message("a1", "We open at eight."), message("u1", "Wait"));
    expect(told).toEqual([]);
    open.clear();
    show(message("a1", "We open"), message("u1", "Wait"));
    expect(words()).toEqual(["a1 We open", "u1 Wait"]);
  });

  it("tells a message again that got another place", () => {
    show(message("a1", "At nine."));
    show(message("u1", "When?"), message("a1", "At nine."));
    expect(words()).toEqual(["a1 At nine.", "u1 When?"]);
    expect(told.at(-1)).toMatchObject({ after: null });
    show(message("u1", "When?"), message("u2", "And?"), message("a1", "At nine."));
    show(message("u1", "When?"), message("a1", "At nine."), message("u2", "And?"));
    expect(told.at(-1)).toMatchObject({ item: "a1", after: "u1" });
  });

  it("is everything at the end, in one order, and nothing of an earlier session", () => {
    report.begin([message("a0", "Before")]);
    show(message("a0", "Before"), message("u1", "Hm", { final: false }), message("a1", "Yes"));
    live = false;
    report.update();
    expect(told).toMatchObject([
      { item: "u1", after: null },
      { item: "a1", after: "u1" },
    ]);
  });
});
