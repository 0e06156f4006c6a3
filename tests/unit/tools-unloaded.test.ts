import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endWorld, settled, startWorld, type World } from "./session-harness.ts";

let harness: World;
beforeEach(() => {
  harness = startWorld();
  vi.doMock("../../widget/session/tool-calls.ts", () => {
    throw new Error("The file is gone");
  });
});
afterEach(() => {
  vi.doUnmock("../../widget/session/tool-calls.ts");
  endWorld(harness);
});

it("tells the agent when the code of tools cannot be had, and talks on", async () => {
  const session = harness.session({ input: "text" });
  await session.start();
  const call = { id: "item_1", call_id: "c1", name: "page", arguments: '{"section":"prices"}' };
  harness.emit({ type: "tool_call", call });
  await vi.waitFor(() => expect(harness.did).toContain("answer c1 The tool could not be loaded"), 30_000);
  expect(session.transcript).toMatchObject([
    { role: "tool", text: "page", final: true, arguments: { section: "prices" } },
  ]);
  session.sendText("Hello?");
  await settled();
  expect(harness.did).toContain("say Hello?");
  await session.end();
});
