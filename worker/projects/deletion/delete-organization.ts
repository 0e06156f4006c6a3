import type { Bindings } from "../../env.ts";
import { callLedger } from "../../objects/org-ledger/client.ts";
import { deleteEntries, deleteOrganization, projectsOf } from "../../storage/erase.ts";
import { type Budget, runSteps, type Step } from "./budget.ts";
import { stepsOfProject } from "./delete-project.ts";

const PROJECTS = 100;
const ENTRIES = 5_000;

/** All that goes with an organization: its projects one after the other, its books last. */
export function stepsOfOrganization(bindings: Bindings, id: number, budget: Budget): Step[] {
  const { DB } = bindings;
  return [
    async () => {
      const projects = await projectsOf(DB, id, PROJECTS);
      // What is left of the budget decides in the next step of the run.
      for (const project of projects) if (!(await runSteps(stepsOfProject(bindings, project, id), budget))) return true;
      return projects.length === PROJECTS;
    },
    // Not before its calls have been ended at their vendors: nothing else would know of them.
    async () => !(await callLedger(bindings, id, (ledger) => ledger.close())),
    async () => (await deleteEntries(DB, id, ENTRIES)) === ENTRIES,
    async () => {
      await DB.batch(deleteOrganization(DB, id));
      return false;
    },
  ];
}
