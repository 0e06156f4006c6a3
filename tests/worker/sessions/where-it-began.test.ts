import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Bindings } from "../../../worker/env.ts";
import { keepEvents } from "../../../worker/sessions/keep-events.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

const PAGE = "https://shop.example/prices";

/** What list and page of one session say of where it began, and how. */
async function beginningOf(here: World, session_id: string) {
  const { items } = await admin("GET", `/projects/${here.project_id}/sessions`);
  const listed = items.find(({ id }: { id: string }) => id === session_id);
  const shown = await admin("GET", `/sessions/${session_id}`);
  expect({ page: shown.page, input: shown.input }).toEqual({ page: listed.page, input: listed.input });
  return { page: listed.page, input: listed.input };
}

it("a session names the page where it connected first, and whether its first words were typed", async () => {
  const here = await world();
  const { session_id } = await start(here, { page: `${PAGE}?token=secret#pay` });
  await report(here.key, session_id, [{ type: "connected" }]);
  expect(await beginningOf(here, session_id)).toEqual({ page: PAGE, input: null });
  await report(here.key, session_id, [
    { type: "user_transcript", text: "Hello", typed: true },
    { type: "user_transcript", text: "And now?", typed: false },
  ]);
  await report(here.key, session_id, [{ type: "connected" }, { type: "connected" }]);
  expect(await beginningOf(here, session_id)).toEqual({ page: PAGE, input: "text" });
  const { events } = await admin("GET", `/sessions/${session_id}`);
  // Stored once, however often a page says that it has connected.
  expect(events.filter(({ page }: { page?: string }) => page !== undefined)).toHaveLength(1);
});

it("a session that fails before it connects names its page, and one that tells all at once does", async () => {
  const here = await world();
  const failed = await start(here, { page: PAGE });
  await report(here.key, failed.session_id, [{ type: "failed", reason: "no sound" }]);
  expect(await beginningOf(here, failed.session_id)).toEqual({ page: PAGE, input: null });
  const whole = await start(here, { page: PAGE });
  await report(here.key, whole.session_id, [
    { type: "connected" },
    { type: "user_transcript", text: "Hi", typed: false },
    { type: "ended" },
  ]);
  expect(await beginningOf(here, whole.session_id)).toEqual({ page: PAGE, input: "voice" });
});

it("what a client does not tell is not made up", async () => {
  const here = await world();
  const { session_id } = await start(here);
  await report(here.key, session_id, [
    { type: "connected", page: "https://other.example/" },
    { type: "user_transcript", text: "Hi" },
  ]);
  expect(await beginningOf(here, session_id)).toEqual({ page: null, input: null });
});

it("what stands for a page in an archive that was changed is no link", async () => {
  const here = await world();
  const { session_id } = await start(here);
  const events = [{ type: "connected" as const, page: "javascript:alert(1)" }];
  await keepEvents(env as unknown as Bindings, { ...here, session_id }, events, Date.now());
  expect(await beginningOf(here, session_id)).toEqual({ page: null, input: null });
});
