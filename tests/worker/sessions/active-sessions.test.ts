import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { makeChannel, report, start, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

const tokenOf = async (org_id: number): Promise<string> =>
  (await admin("POST", `/organizations/${org_id}/tokens`, { name: "CI" })).token;

/** One that has connected. */
async function talks(here: Awaited<ReturnType<typeof world>>): Promise<string> {
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  return session_id;
}
const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

it("what runs is listed newest first over all projects, page by page, and to an organization only its own", async () => {
  const [here, there] = [await world(), await world()];
  const first = await talks(here);
  const second = await talks(here);
  const other = await talks(there);
  await start(here);
  const ended = await talks(there);
  await report(there.key, ended, [{ type: "ended" }]);
  const own = { token: await tokenOf(here.org_id) };

  const listed = await admin("GET", "/sessions?status=active", undefined, own);
  expect(new Set(ids(listed))).toEqual(new Set([first, second]));
  expect(listed).toMatchObject({
    items: [{ status: "active", project_id: here.project_id, end_reason: null, ended_at: null }, { status: "active" }],
    next_cursor: null,
  });
  const page = await admin("GET", "/sessions?status=active&limit=1", undefined, own);
  const rest = await admin("GET", `/sessions?status=active&limit=1&cursor=${page.next_cursor}`, undefined, own);
  expect([...ids(page), ...ids(rest)]).toEqual(ids(listed));
  expect(rest.next_cursor).toBeNull();

  // An operator sees all of them, once the ledgers have told.
  await admin("GET", "/sessions?status=active", undefined, { token: await tokenOf(there.org_id) });
  const all = ids(await admin("GET", "/sessions?status=active"));
  expect(all).toEqual(expect.arrayContaining([first, second, other]));
  expect(all).not.toContain(ended);
});

it("a page is as full as what runs allows, however much runs in projects that are being deleted", async () => {
  const here = await world({ organization: { voice_lines: 10 } });
  const [oldest, older] = [await talks(here), await talks(here)];
  for (const name of ["One", "Two"]) {
    const { id } = await admin("POST", "/projects", { org_id: here.org_id, name });
    const agent = await admin("POST", "/agents", { project_id: id, name: "Ava", provider: "provider_a" });
    const channel = await makeChannel(id, agent.id);
    for (let n = 0; n < 3; n += 1) await talks({ ...here, key: channel.key, agent_id: agent.id });
    // Deletion hides the project before it ends what runs there.
    await env.DB.prepare("UPDATE projects SET deleted_at = ? WHERE id = ?").bind(Date.now(), id).run();
  }
  const own = { token: await tokenOf(here.org_id) };
  const page = await admin("GET", "/sessions?status=active&limit=1", undefined, own);
  expect(ids(page)).toEqual([older]);
  const rest = await admin("GET", `/sessions?status=active&limit=1&cursor=${page.next_cursor}`, undefined, own);
  expect([ids(rest), rest.next_cursor]).toEqual([[oldest], null]);
});

it("says what else there is to write", async () => {
  for (const query of ["", "?status=ended", "?status=active&cursor=1"]) {
    const { detail } = await admin("GET", `/sessions${query}`, undefined, { status: 422 });
    expect(detail[0].msg, query).toMatch(/Field required|should be 'active'|next_cursor/);
  }
});
