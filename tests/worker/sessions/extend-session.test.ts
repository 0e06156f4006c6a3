import { expect, it } from "vitest";
import { report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

const LIMIT = { max_duration_seconds: 60 };

it("gives a conversation more time once, when it has connected, and says so in what is left", async () => {
  const here = await world({ agent: LIMIT });
  const { session_id } = await start(here);
  const extend = (body: object | undefined, status?: number) =>
    widget(here.key, "POST", `/session/${session_id}/extend`, body, status);
  expect(await extend({ ask: true })).toMatchObject({ seconds: 0 });
  expect(await extend({}, 409)).toMatchObject({
    code: "not_extendable",
    detail: expect.stringContaining("not connected"),
  });
  await report(here.key, session_id, [{ type: "connected" }]);
  expect(await extend({ ask: true })).toMatchObject({ success: true, seconds: 60 });
  const { session } = await extend(undefined);
  expect(session).toMatchObject({ status: "active", end_reason: null });
  expect(session.remaining_seconds).toBeGreaterThan(60);
  expect(await extend({})).toMatchObject({ seconds: 60 });
  expect(await extend({ ask: true })).toMatchObject({ seconds: 0 });
  expect((await report(here.key, session_id, [{ type: "heartbeat" }])).session.remaining_seconds).toBeGreaterThan(60);
  await extend({ ask: "yes" }, 422);
  await report(here.key, session_id, [{ type: "ended" }]);
  expect(await extend({}, 409)).toMatchObject({ code: "session_ended", session: { end_reason: "completed" } });
});

it("is refused in words without credit for all of it, and by an agent whose owner wants none; others' sessions are unknown", async () => {
  const here = await world({ agent: LIMIT, credits: 119 });
  const talking = async () => {
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }]);
    return `/session/${session_id}/extend`;
  };
  const first = await talking();
  const refused = await widget(here.key, "POST", first, {}, 402);
  expect(refused).toMatchObject({
    code: "no_credit",
    detail: expect.stringContaining("enough credit for a longer session"),
  });
  const there = await world();
  await widget(there.key, "POST", first, {}, 404);

  await admin("POST", `/organizations/${here.org_id}/credits`, { amount: 10_000 }, { status: 200 });
  await admin("PATCH", `/agents/${here.agent_id}`, { extendable: false });
  const second = await talking();
  expect(await widget(here.key, "POST", second, {}, 409)).toMatchObject({ code: "not_extendable" });
  // A running session keeps what held when it began.
  expect(await widget(here.key, "POST", first, {})).toMatchObject({ seconds: 60 });
});
