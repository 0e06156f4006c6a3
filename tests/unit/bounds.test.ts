import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_CONTEXT_BYTES, MAX_TYPED } from "../../shared/limits.ts";
import { endWorld, settled, startWorld, type World } from "./session-harness.ts";

let harness: World;
let warned: string[];
beforeEach(() => {
  harness = startWorld();
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((text) => void warned.push(text));
});
afterEach(() => endWorld(harness));

const started = async () => {
  const session = harness.session({ input: "text" });
  await session.start();
  return session;
};
const answers = () => harness.did.filter((what) => what.startsWith("answer"));

describe("what a page hands over beyond its bound", () => {
  it("is refused at once where it is typed, is not shown, and what follows is sent", async () => {
    const session = await started();
    session.sendText("x".repeat(MAX_TYPED + 1));
    session.sendText("y".repeat(MAX_TYPED));
    await settled();
    expect(warned).toEqual([expect.stringMatching(/sendText takes 8000 characters at most/)]);
    expect(session.transcript.map(({ text }) => text[0])).toEqual(["y"]);
    expect(harness.did.filter((what) => what.startsWith("say"))).toEqual([`say ${"y".repeat(MAX_TYPED)}`]);
    await session.end();
  });

  it("is refused where it is context, by its bytes as JSON", async () => {
    const session = await started();
    session.sendContext({ long: "ü".repeat(MAX_CONTEXT_BYTES / 2) });
    session.sendContext({ short: "ü" });
    await settled();
    expect(warned).toEqual([expect.stringMatching(/sendContext takes 50 pairs, 8192 bytes as JSON at most/)]);
    expect(harness.did.filter((what) => what.startsWith("note"))).toEqual([expect.stringContaining('{"short":"ü"}')]);
    await session.end();
  });

  it("is told to the model where a tool returned it, and the next tool works", async () => {
    const session = await started();
    session.registerTool("long", () => "x".repeat(300_000));
    session.registerTool("quoted", () => '"'.repeat(130_000));
    session.registerTool("short", () => "x".repeat(200_000));
    for (const name of ["long", "quoted", "short"]) {
      harness.emit({ type: "tool_call", call: { id: `item_${name}`, call_id: name, name, arguments: "{}" } });
      await settled();
    }
    expect(answers()).toEqual([
      expect.stringMatching(/^answer long .*too_long.*too long to be handed over/),
      // As JSON inside JSON each quotation mark is two bytes.
      expect.stringMatching(/^answer quoted .*too_long/),
      `answer short ${"x".repeat(200_000)}`,
    ]);
    expect(warned).toEqual([expect.stringMatching(/The result of the tool long/), expect.stringMatching(/quoted/)]);
    expect(session.transcript.every(({ final }) => final)).toBe(true);
    await session.end();
  });
});
