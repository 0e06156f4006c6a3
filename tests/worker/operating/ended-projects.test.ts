import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readEndedProjects } from "../../../worker/storage/ended-projects.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

const makeWebhook = (project_id: number, more: object = {}) =>
  admin("POST", `/projects/${project_id}/webhooks`, {
    url: "https://hooks.example/",
    events: ["session.ended"],
    ...more,
  });

test("projects of more sessions than one statement takes are read once, with their webhooks", async () => {
  const [one, two, none] = [await world(), await world(), await world()];
  await admin("PATCH", `/projects/${two.project_id}`, { retention_days: 0 });
  const first = await makeWebhook(one.project_id);
  const second = await makeWebhook(one.project_id);
  await makeWebhook(two.project_id, { active: false });
  await makeWebhook(none.project_id);
  // The second of them is in the next hundred.
  const unknown = Array.from({ length: 120 }, (_, n) => 1_000_000 + n);
  const { webhooks, keeping_nothing } = await readEndedProjects(env.DB, [one.project_id, ...unknown, two.project_id]);
  expect(webhooks.map(({ id, org_id, project_id }) => ({ id, org_id, project_id }))).toEqual(
    [first, second].map(({ id }) => ({ id, org_id: one.org_id, project_id: one.project_id })),
  );
  expect(keeping_nothing).toEqual(new Set([two.project_id]));
  expect(await readEndedProjects(env.DB, [])).toEqual({ webhooks: [], keeping_nothing: new Set() });
});
