import { describe, expect, it } from "vitest";
import { report, start, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

const usage = (id: string, more: object = {}) => ({
  type: "usage",
  id,
  input_tokens: 100,
  output_tokens: 50,
  total_tokens: 150,
  details: { "input_token_details.audio_tokens": 60 },
  ...more,
});

describe("usage", () => {
  it("is stored once per id, with its totals, apart from the events", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }, usage("resp_1"), usage("resp_1")]);
    await report(here.key, session_id, [usage("resp_1", { input_tokens: 999 }), usage("resp_2")]);
    await report(here.key, session_id, [{ type: "usage", id: "item_1", seconds: 2.5 }]);
    const shown = await admin("GET", `/sessions/${session_id}`);
    expect(shown.usage.totals).toEqual({ input_tokens: 200, output_tokens: 100, total_tokens: 300, seconds: 2.5 });
    expect(shown.usage.items.map(({ at: _, ...item }: { at: number }) => item)).toEqual([
      { id: "resp_1", input_tokens: 100, output_tokens: 50, total_tokens: 150, details: usage("").details },
      { id: "resp_2", input_tokens: 100, output_tokens: 50, total_tokens: 150, details: usage("").details },
      { id: "item_1", seconds: 2.5 },
    ]);
    expect(shown.events.map(({ type }: { type: string }) => type)).toEqual(["connected"]);
  });

  it("does not prove a conversation, and is ignored after the end", async () => {
    const here = await world();
    const { session_id } = await start(here);
    expect((await report(here.key, session_id, [usage("resp_1")])).session.status).toBe("starting");
    await report(here.key, session_id, [usage("resp_2"), { type: "ended" }]);
    await report(here.key, session_id, [usage("resp_3")], 409);
    expect((await admin("GET", `/sessions/${session_id}`)).usage.items).toHaveLength(2);
  });

  it.each([
    ["no id", { id: undefined }],
    ["an endless id", { id: "r".repeat(129) }],
    ["a negative count", { input_tokens: -1 }],
    ["half a token", { output_tokens: 1.5 }],
    ["a count beyond all bounds", { total_tokens: 1e10 }],
    ["a detail that is no number", { details: { a: "1" } }],
    ["too many details", { details: Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`d${n}`, n])) }],
  ])("is refused with %s", async (_, more) => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [usage("resp_1", more)], 422);
  });
});
