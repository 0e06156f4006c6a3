import { OperatorInbox } from "../../tests/harness/browser/operator-inbox.ts";
import type { Admin } from "../../tests/harness/service/operator.ts";
import { PlainVisitor } from "../../tests/harness/service/plain-visitor.ts";
import { each } from "../sessions/caller.ts";

export interface Team {
  origin: string;
  project: number;
  agent: number;
  key: string;
}

/** A project whose visitors may ask for a person, with room for so many conversations. */
export async function makeTeam(origin: string, admin: Admin, conversations: number): Promise<Team> {
  const make = <T>(path: string, body: object) => admin.call<T & { id: number }>("POST", path, body);
  const { id: org } = await make("/organizations", { name: "Team", voice_lines: conversations });
  await admin.call("POST", `/organizations/${org}/credits`, { amount: 1_000_000_000 });
  const { id: project } = await make("/projects", { org_id: org, name: "Team" });
  const person = { enabled: true, wait_seconds: 600 };
  const { id: agent } = await make("/agents", { project_id: project, name: "Ava", provider: "provider_a", person });
  const { key } = await make<{ key: string }>(`/projects/${project}/channels`, {
    name: "Site",
    agent_id: agent,
    minute_limit: 1_000_000_000,
    day_limit: 1_000_000_000,
  });
  return { origin, project, agent, key };
}

export const visit = ({ origin, key, agent }: Team): Promise<PlainVisitor> =>
  PlainVisitor.start(origin, key, agent, "https://shop.example/cart");

/** Conversations in which each visitor says something every few seconds, until they are stopped. */
export async function talking(team: Team, conversations: number, pause: number) {
  const visitors = await each(Array.from({ length: conversations }), 12, () => visit(team));
  let going = true;
  const failures: Error[] = [];
  const talks = visitors.map(async (visitor, index) => {
    await new Promise((done) => setTimeout(done, (pause * index) / conversations));
    for (let line = 0; going; line++) {
      await visitor.report({ type: "user_transcript", text: `Line ${line} of visitor ${index}` });
      await new Promise((done) => setTimeout(done, pause));
    }
  });
  for (const talk of talks) talk.catch((error: Error) => failures.push(error));
  return {
    visitors,
    async stop() {
      going = false;
      await Promise.allSettled(talks);
      if (failures[0]) throw failures[0];
    },
  };
}

/** People who each read some of them. */
export async function readers({ origin, project }: Team, people: number, visitors: readonly PlainVisitor[]) {
  const inboxes = await each(Array.from({ length: people }), 4, () => OperatorInbox.open(origin, project, true));
  for (const [index, { session_id }] of visitors.entries())
    inboxes[index % people]?.send({ type: "follow", session_id });
  return inboxes;
}
