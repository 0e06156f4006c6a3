import type { ToolShown } from "../answers.ts";
import { newRow, type ParameterRow, rowsOf, schemaOf } from "./parameter-rows.ts";

/** A tool as it is being edited. */
export interface ToolDraft {
  name: string;
  description: string;
  kind: "client" | "webhook";
  url: string;
  /** A new one; empty keeps what the service has, or has it make one. */
  secret: string;
  has_secret: boolean;
  /** `null`: rows cannot express its schema, which is edited as JSON. */
  rows: ParameterRow[] | null;
  schema: Record<string, unknown>;
}

/** What the API takes and shows of a tool; a field may be missing in what somebody wrote. */
export type ToolBody = Partial<Omit<ToolShown, "secret">> & { secret?: string | null };

export const newTool = (kind: ToolDraft["kind"]): ToolDraft => ({
  name: "",
  description: "",
  kind,
  url: "",
  secret: "",
  has_secret: false,
  rows: [newRow()],
  schema: {},
});

export const draftOf = ({ name, description, kind, url, secret, has_secret, parameters }: ToolBody): ToolDraft => ({
  name: name ?? "",
  description: description ?? "",
  kind: kind === "webhook" ? "webhook" : "client",
  url: url ?? "",
  secret: secret ?? "",
  has_secret: has_secret === true,
  rows: rowsOf(parameters ?? {}),
  schema: parameters ?? {},
});

/** As the API takes it: a secret that was not entered again stays. */
export const bodyOf = ({ name, description, kind, url, secret, rows, schema }: ToolDraft): ToolBody => ({
  name: name.trim(),
  description: description.trim(),
  kind,
  ...(kind === "webhook" && url.trim() && { url: url.trim() }),
  ...(kind === "webhook" && secret.trim() && { secret: secret.trim() }),
  parameters: rows === null ? schema : schemaOf(rows, schema),
});

/** The whole list as text. */
export const toolsText = (tools: readonly ToolDraft[]): string => JSON.stringify(tools.map(bodyOf), null, 2);

/** @throws Error that says where the text stops being a list of tools */
export function readTools(text: string, before: readonly ToolDraft[]): ToolDraft[] {
  const value: unknown = JSON.parse(text.trim() || "[]");
  if (!Array.isArray(value) || value.some((one) => typeof one !== "object" || one === null))
    throw new Error("Write a list of tools: [ { … } ]");
  return value.map((body: ToolBody) => {
    const has_secret = before.some((tool) => tool.name === body.name && tool.has_secret);
    return draftOf({ ...body, has_secret });
  });
}
