import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { Actor } from "../../../worker/actor.ts";
import type { DeskOutside } from "../../../worker/objects/project-desk/outside.ts";
import { changeContact, loadContact, removeContact } from "../../../worker/projects/contacts.ts";
import { grantCredit } from "../../../worker/projects/credits.ts";
import { deleteWhole } from "../../../worker/projects/deletion/deletion.ts";
import { loadOrganization, loadProject } from "../../../worker/projects/load.ts";
import {
  joinSession,
  releaseSession,
  whisperToAgent,
  writeAsPerson,
} from "../../../worker/sessions/answer-as-person.ts";
import { endByOperator } from "../../../worker/sessions/end-session.ts";
import { forgetVisitor } from "../../../worker/sessions/forget-visitor.ts";
import { loadSession } from "../../../worker/sessions/read-session.ts";
import { leaveContact, report, start, type World } from "../../harness/worker/organization.ts";
import { connected, deskOf, shown, withPerson } from "../../harness/worker/person.ts";
import { inStore } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";

/** What was let in and loaded what it is about, and whose body comes only then. */

async function tokenOf({ org_id }: World) {
  const { id } = await admin("POST", `/organizations/${org_id}/tokens`, {});
  return { id, actor: { kind: "organization", org_id, token_id: id } as const };
}

async function talking() {
  const here = await withPerson();
  const { session_id } = await start(here, { visitor_id: "ana" });
  await report(here.key, session_id, [connected, { type: "user_transcript", text: "Hello" }]);
  const contact_id = await leaveContact(here);
  return { here, session_id, contact_id };
}
type Talking = Awaited<ReturnType<typeof talking>>;

const asked: Record<string, (there: Talking, actor: Actor) => Promise<() => Promise<unknown>>> = {
  "A conversation is not joined": async ({ session_id }, actor) => {
    const session = await loadSession(env, actor, session_id);
    return () => joinSession(env, actor, session, { name: "Mallory" });
  },
  "Nobody writes": async ({ session_id }, actor) => {
    const session = await loadSession(env, actor, session_id);
    return () => writeAsPerson(env, actor, session, "I am not here");
  },
  "The agent is told nothing": async ({ session_id }, actor) => {
    const session = await loadSession(env, actor, session_id);
    return () => whisperToAgent(env, actor, session, "All is free today");
  },
  "A conversation is not given back": async ({ session_id }, actor) => {
    const session = await loadSession(env, actor, session_id);
    return () => releaseSession(env, actor, session);
  },
  "A session is not ended": async ({ session_id }, actor) => {
    const session = await loadSession(env, actor, session_id);
    return () => endByOperator(env, actor, session);
  },
  "A visitor is not forgotten": async ({ here }, actor) => {
    const project = await loadProject(env.DB, actor, here.project_id);
    return () => forgetVisitor(env, actor, project, "ana");
  },
  "A contact is not marked": async ({ contact_id }, actor) => {
    const contact = await loadContact(env, actor, contact_id);
    return () => changeContact(env, actor, contact, { done: false });
  },
  "A contact is not deleted": async ({ contact_id }, actor) => {
    const contact = await loadContact(env, actor, contact_id);
    return () => removeContact(env, actor, contact);
  },
  "A project is not deleted": async ({ here }, actor) => {
    const { id, org_id, name } = await loadProject(env.DB, actor, here.project_id);
    return () => deleteWhole(env, actor, { kind: "project", id, org_id, name }, name);
  },
};

const left = async ({ here, session_id }: Talking) => [
  await shown(session_id),
  await inStore(here.project_id, "contacts", "events"),
  await env.DB.prepare(
    "SELECT (SELECT COUNT(*) FROM deletions) AS deletions, COUNT(*) AS entries FROM audit_log",
  ).first(),
];

test.each(Object.entries(asked))("%s by who had the token, or the project, as they began", async (_, begin) => {
  const there = await talking();
  const { id, actor } = await tokenOf(there.here);
  const revoked = await begin(there, actor);
  await admin("DELETE", `/tokens/${id}`, undefined, { status: 204 });
  const before = await left(there);
  await expect(revoked()).rejects.toMatchObject({ code: "operator_unauthorized" });
  expect(await left(there)).toEqual(before);

  const moved = await begin(there, (await tokenOf(there.here)).actor);
  const { id: org_id } = await admin("POST", "/organizations", { name: "Next" });
  await admin("PATCH", `/projects/${there.here.project_id}`, { org_id });
  const after = await left(there);
  await expect(moved()).rejects.toMatchObject({ code: "project_not_found" });
  expect(await left(there)).toEqual(after);
});

test("no credit is granted by an owner who was demoted as the request was under way", async () => {
  const { here } = await talking();
  const { id, name } = await admin("POST", "/operators", { name: "Bea", role: "owner" });
  const actor = { kind: "operator", operator_id: id, name, role: "owner" } as const;
  const organization = await loadOrganization(env.DB, actor, here.org_id);
  await admin("PATCH", `/operators/${id}`, { role: "read_only" });
  const { credit } = await admin("GET", `/organizations/${here.org_id}`);
  const grant = { operation: "late", amount: 1_000, note: null };
  await expect(grantCredit(env, actor, organization, grant)).rejects.toMatchObject({ code: "operator_unauthorized" });
  expect((await admin("GET", `/organizations/${here.org_id}`)).credit).toEqual(credit);
});

test("what a person did is written down also where they may not any more, and what follows is told", async () => {
  const { here, session_id } = await talking();
  const { id, actor } = await tokenOf(here);
  const session = await loadSession(env, actor, session_id);
  const { promise: kept, resolve: keep } = Promise.withResolvers<void>();
  // The desk tells of the first thing once the token is gone.
  await runInDurableObject(deskOf(here) as never, (desk) => {
    const { outside } = desk as unknown as { outside: DeskOutside };
    const tell = outside.tell.bind(outside);
    vi.spyOn(outside, "tell").mockImplementationOnce(async (fact) => {
      await kept;
      await tell(fact);
    });
  });
  const joined = joinSession(env, actor, session, { name: "Ada" });
  await vi.waitFor(async () => expect((await shown(session_id)).handled_by).toBe("person"));
  await admin("DELETE", `/tokens/${id}`, undefined, { status: 204 });
  keep();
  await joined;
  expect((await shown(session_id)).events.at(-1)).toMatchObject({ type: "person_joined", name: "Ada" });
  const { items } = await admin("GET", `/audit?target=session:${session_id}`);
  expect(items[0]).toMatchObject({ action: "session.join", actor: `token:${id}` });
  const waiting = await runInDurableObject(deskOf(here) as never, (_, { storage }: DurableObjectState) =>
    storage.sql.exec("SELECT * FROM fact").toArray(),
  );
  expect(waiting).toEqual([]);
});
