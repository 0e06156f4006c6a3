import { expect, test } from "vitest";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

const QUESTION = "Do you sell gift cards?";
const setKnowledge = ({ agent_id }: World, knowledge: boolean) => admin("PATCH", `/agents/${agent_id}`, { knowledge });
const counted = async ({ project_id }: World): Promise<string[]> =>
  (await admin("GET", `/projects/${project_id}/questions`)).items.map(({ text }: { text: string }) => text);

/** A project whose agent is told all of a small knowledge. */
async function told(knowledge: boolean): Promise<World> {
  const here = await world({ agent: { knowledge } });
  await admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", text: "We open at nine." });
  return here;
}

/** A conversation, during which something may change. */
async function talk(here: World, meanwhile = async () => {}): Promise<void> {
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }, { type: "user_transcript", text: QUESTION }]);
  await meanwhile();
  await report(here.key, session_id, [{ type: "ended" }]);
  await here.ledger.followUpPending();
}

test("what an agent with a small knowledge could not answer is counted, also where it lost it meanwhile", async () => {
  const here = await told(true);
  await talk(here, () => setKnowledge(here, false));
  await expect.poll(() => counted(here)).toEqual([QUESTION]);
});

test("of an agent that knew nothing no question is counted, also where it got the sources meanwhile", async () => {
  const here = await told(false);
  await talk(here, () => setKnowledge(here, true));
  const later = await told(true);
  await talk(later);
  await expect.poll(() => counted(later)).toEqual([QUESTION]);
  expect(await counted(here)).toEqual([]);
});

test("where nothing is kept no question is counted", async () => {
  const here = await told(true);
  await admin("PATCH", `/projects/${here.project_id}`, { retention_days: 0 });
  await talk(here);
  const later = await told(true);
  await talk(later);
  await expect.poll(() => counted(later)).toEqual([QUESTION]);
  expect(await counted(here)).toEqual([]);
});
