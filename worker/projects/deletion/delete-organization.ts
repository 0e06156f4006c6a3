import type { Bindings } from "../../env.ts";
import { callLedger } from "../../objects/org-ledger/client.ts";
import { callStore } from "../../objects/project-store/client.ts";
import { deleteLeftContacts } from "../../storage/contacts.ts";
import { deleteEntries, deleteOrganization, projectsLeftBy, projectsOf } from "../../storage/erase.ts";
import { emptySessions, sessionsPaidBy } from "../../storage/retention.ts";
import { type Budget, runSteps, type Step } from "./budget.ts";
import { stepsOfProject } from "./delete-project.ts";

const PROJECTS = 100;
const ENTRIES = 5_000;
/** Sessions, and contacts of none, that one piece deletes of what is in D1 from before there were stores. */
const SESSIONS = 100;
const CONTACTS = 1_000;

/** What D1 has of an organization's visitors in a project that others have by now. @returns whether there is more */
async function forgetInD1(DB: D1Database, id: number, project_id: number): Promise<boolean> {
  const sessions = await sessionsPaidBy(DB, id, project_id, SESSIONS);
  if (sessions.length > 0) await DB.batch(emptySessions(DB, sessions, Date.now()));
  const contacts = await deleteLeftContacts(DB, id, project_id, CONTACTS);
  return sessions.length === SESSIONS || contacts === CONTACTS;
}

/** The steps that delete an organization: its projects one after the other, its ledger last. */
export function stepsOfOrganization(bindings: Bindings, id: number, budget: Budget): Step[] {
  const { DB } = bindings;
  return [
    async () => {
      const projects = await projectsOf(DB, id, PROJECTS);
      // The remaining budget limits each project; the next run continues.
      for (const project of projects) if (!(await runSteps(stepsOfProject(bindings, project, id), budget))) return true;
      return projects.length === PROJECTS;
    },
    // Only after its calls have ended at their vendors: only the ledger knows of them.
    async () => !(await callLedger(bindings, id, (ledger) => ledger.close())),
    async () => {
      for (const project of await projectsLeftBy(DB, id))
        await callStore(bindings, project, (store) => store.forgetOrganization(project, id));
      return false;
    },
    // Behind the stores, which take over what is there.
    async () => {
      for (const project of await projectsLeftBy(DB, id)) if (await forgetInD1(DB, id, project)) return true;
      return false;
    },
    async () => (await deleteEntries(DB, id, ENTRIES)) === ENTRIES,
    async () => {
      await DB.batch(deleteOrganization(DB, id));
      return false;
    },
  ];
}
