import type { ContextAnswer } from "../../../shared/config.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { loadCallersProject } from "../../sessions/callers-project.ts";
import { keyHolderOf } from "./caller.ts";

const operation = operationsOf("Widget");

export const projectContext = operation({
  id: "getContext",
  summary: "Read the names of the project and its organization",
  answers: { 200: { description: "The project and organization of the key.", schema: "ProjectContext" } },
  errors: ["project_not_found"],
  async handle(c) {
    const snapshot = await loadCallersProject(c.env, keyHolderOf(c));
    c.header("Cache-Control", "private, no-cache");
    return c.json({
      project_id: snapshot.project.id,
      project_name: snapshot.project.name,
      org_id: snapshot.organization?.id ?? null,
      org_name: snapshot.organization?.name ?? null,
    } satisfies ContextAnswer);
  },
});
