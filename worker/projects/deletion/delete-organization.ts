import type { Bindings } from "../../env.ts";
import { callLedger } from "../../objects/org-ledger/client.ts";
import { callStore } from "../../objects/project-store/client.ts";
import { deleteEntries, deleteOrganization, projectsLeftBy, projectsOf } from "../../storage/erase.ts";
import { type Budget, runSteps, type Step } from "./budget.ts";
import { stepsOfProject } from "./delete-project.ts";

const PROJECTS = 100;
const ENTRIES = 5_000;

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
    async () => (await deleteEntries(DB, id, ENTRIES)) === ENTRIES,
    async () => {
      await DB.batch(deleteOrganization(DB, id));
      return false;
    },
  ];
}
