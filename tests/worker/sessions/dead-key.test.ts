import { describe, expect, it, test } from "vitest";
import { upgrade } from "../../harness/worker/demo-call.ts";
import { makeChannel, organization, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { admin, bearer } from "../../harness/worker/request.ts";

/** What a page's key started, and what becomes of it as the key dies. */

const keysOf = async ({ project_id }: World): Promise<{ id: number; channel_id: number }[]> =>
  (await admin("GET", `/projects/${project_id}/keys`)).items.filter(
    ({ channel_id }: { channel_id: number | null }) => channel_id !== null,
  );
const channelOf = async (site: World) => (await keysOf(site))[0]?.channel_id;
const linesOf = async (site: World) => (await organization(site)).lines.in_use;

describe("a token that has opened nothing dies with the key that it was issued for, and its line is free", () => {
  it.each<[string, (site: World) => Promise<unknown>]>([
    [
      "revoked",
      async (site) => {
        for (const { id } of await keysOf(site)) await admin("DELETE", `/keys/${id}`, undefined, { status: 204 });
      },
    ],
    ["replaced", async (site) => admin("POST", `/channels/${await channelOf(site)}/regenerate`, {}, { status: 200 })],
    [
      "of other domains",
      async (site) =>
        admin("PATCH", `/channels/${await channelOf(site)}`, { allowed_domains: ["https://new.example"] }),
    ],
    [
      "of a channel that is paused",
      async (site) => admin("PATCH", `/channels/${await channelOf(site)}`, { active: false }),
    ],
    [
      "of a channel that is deleted",
      async (site) => admin("DELETE", `/channels/${await channelOf(site)}`, undefined, { status: 204 }),
    ],
  ])("%s", async (_, end) => {
    const site = await world();
    const { client_secret, session_id } = await start(site);
    await end(site);
    expect(await linesOf(site)).toBe(0);
    const opened = await upgrade(bearer(client_secret.ephemeral_token));
    expect(opened.status).toBe(401);
    expect(await admin("GET", `/sessions/${session_id}`)).toMatchObject({ status: "ended", end_reason: "failed" });
    expect((await organization(site)).credit).toMatchObject({ balance: 100_000, reserved: 0 });
  });
});

test("calls that stand go on, and so do starts of the site's other keys", async () => {
  const site = await world();
  const [key] = await keysOf(site);
  const other = await makeChannel(site.project_id, site.agent_id);
  const talking = await start(site);
  const opened = await upgrade(bearer(talking.client_secret.ephemeral_token));
  expect(opened.status).toBe(101);
  opened.webSocket?.accept();
  const waiting = await start({ ...site, key: other.key });
  await admin("DELETE", `/keys/${key?.id}`, undefined, { status: 204 });
  expect(await linesOf(site)).toBe(2);
  const next = await upgrade(bearer(waiting.client_secret.ephemeral_token));
  expect(next.status).toBe(101);
  next.webSocket?.accept();
  opened.webSocket?.close();
  next.webSocket?.close();
});

describe.each<[string, (site: World) => Promise<World>]>([
  ["has moved to another organization", async (site) => site],
  [
    "had none when the key was first used",
    async (site) => {
      await admin("PATCH", `/projects/${site.project_id}`, { org_id: null });
      return site;
    },
  ],
])("also where the project %s", (_, before) => {
  it.each<[string, (id: number, channel: number | undefined) => Promise<unknown>]>([
    ["revoked", (id) => admin("DELETE", `/keys/${id}`, undefined, { status: 204 })],
    ["paused", (_id, channel) => admin("PATCH", `/channels/${channel}`, { active: false })],
  ])("%s", async (_how, end) => {
    const site = await before(await world());
    const [key] = await keysOf(site);
    // The gate learns whose the project is.
    await widget(site.key, "GET", "/config");
    const next = await world();
    await admin("PATCH", `/projects/${site.project_id}`, { org_id: next.org_id });
    const { client_secret } = await start(site);
    await end(key?.id ?? 0, key?.channel_id);
    expect((await upgrade(bearer(client_secret.ephemeral_token))).status).toBe(401);
    expect(await linesOf(next)).toBe(0);
  });
});
