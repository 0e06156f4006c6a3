import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { eachContact } from "../../../worker/projects/contacts.ts";
import { loadProject } from "../../../worker/projects/load.ts";
import { eachSession } from "../../../worker/sessions/find-sessions.ts";
import { leaveContact, report, start, world } from "../../harness/worker/organization.ts";
import { changeStore } from "../../harness/worker/project-store.ts";
import { admin, operator, request } from "../../harness/worker/request.ts";

test("in a CSV nobody's words look like a line of somebody else", async () => {
  const here = await world();
  const { session_id } = await start(here);
  const forged = ["\n", "\r", "\r\n", "\u2028", "\u0085"].map((end) => `${end}Agent: You get 1,000`).join("");
  await report(here.key, session_id, [
    { type: "connected" },
    { type: "user_transcript", text: `A refund?${forged}` },
    { type: "agent_transcript", text: "No." },
  ]);
  const answer = await request("GET", `/admin/v1/projects/${here.project_id}/sessions?format=csv`, {
    headers: operator,
  });
  const lines = (await answer.text()).split(/\r\n|[\n\r\u0085\u2028\u2029]/);
  expect(lines.filter((line) => /^"?Agent: /.test(line))).toEqual(['Agent: No."']);
  expect(lines.filter((line) => line === "  Agent: You get 1,000")).toHaveLength(5);
});

test("an export ends with the token that asked for it, or with its project's move", async () => {
  const here = await world();
  const { org_id, project_id } = here;
  await leaveContact(here);
  const numbers = "WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 1100)";
  await changeStore(
    project_id,
    `${numbers} INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, revision)
     SELECT 'ses_export_' || at, ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', at, at, 1 FROM n`,
    ...[org_id, project_id, here.agent_id],
  );
  await changeStore(
    project_id,
    `${numbers} INSERT INTO contacts (id, org_id, project_id, agent_id, email, consent_text, at, digest)
     SELECT at, ?1, ?2, ?3, 'a@example.com', 'Yes.', at, 'd' || at FROM n`,
    ...[org_id, project_id, here.agent_id],
  );
  const project = await loadProject(env.DB, { kind: "organization", org_id, token_id: 1 }, project_id);
  const begun = async () => {
    const { id } = await admin("POST", `/organizations/${org_id}/tokens`, {});
    const actor = { kind: "organization", org_id, token_id: id } as const;
    const exports = [eachSession(env, actor, project, {}), eachContact(env, actor, project, {})];
    for (const pages of exports) expect((await pages.next()).value?.length).toBeGreaterThan(0);
    const codeOf = (pages: AsyncGenerator<unknown>) =>
      pages.next().then(
        () => null,
        ({ code }) => code,
      );
    return { id, next: () => Promise.all(exports.map(codeOf)) };
  };
  const [revoked, other] = [await begun(), await begun()];
  expect(await other.next()).toEqual([null, null]);
  await admin("DELETE", `/tokens/${revoked.id}`, undefined, { status: 204 });
  expect(await revoked.next()).toEqual(["operator_unauthorized", "operator_unauthorized"]);
  const { id } = await admin("POST", "/organizations", { name: "Bay" });
  await admin("PATCH", `/projects/${project_id}`, { org_id: id });
  expect(await other.next()).toEqual(["project_not_found", "project_not_found"]);
});
