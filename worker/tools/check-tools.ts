import type { Fault } from "../../shared/errors.ts";
import { isObject } from "../../shared/is-object.ts";
import { targetProblem } from "../outbound/target.ts";
import type { Variables } from "../variables.ts";
import { isWebhookSecret } from "../webhooks/webhook-signature.ts";
import { parametersFault } from "./argument-schema.ts";

const fieldsOf = (tool: unknown): Record<string, unknown> => (isObject(tool) ? tool : {});

/**
 * What a tool needs beyond its shape: a unique name, a schema that can check arguments, an address that may be called,
 * a secret that can sign. Returns all faults, each at its field below `body.tools`. A field of the wrong type is
 * skipped: the schema has reported it.
 */
export function checkTools(sent: unknown, variables: Pick<Variables, "ENVIRONMENT">): Fault[] {
  const development = variables.ENVIRONMENT === "development";
  const tools = (Array.isArray(sent) ? sent : []).map(fieldsOf);
  const fault = (index: number, field: string, msg: string): Fault => ({
    type: "value_error",
    loc: ["body", "tools", index, field],
    msg,
  });
  return tools.flatMap(({ name, parameters, kind, url, secret }, index) => {
    const faults: Fault[] = [];
    if (typeof name === "string" && tools.findIndex((tool) => tool.name === name) < index)
      faults.push(fault(index, "name", "Another tool of this agent has the same name; choose a new one"));
    const schema = isObject(parameters) ? parametersFault(parameters) : null;
    if (schema !== null) faults.push(fault(index, "parameters", `Write a JSON Schema of the arguments. ${schema}`));
    if (kind === "webhook" && (url === undefined || url === null || url === ""))
      faults.push(fault(index, "url", "A webhook tool needs the url to call"));
    const target = typeof url === "string" && url !== "" ? targetProblem(url, development) : null;
    if (target !== null) faults.push(fault(index, "url", target));
    if (typeof secret === "string" && !isWebhookSecret(secret))
      faults.push(fault(index, "secret", "Write whsec_ followed by the base64 of 24 to 64 bytes"));
    return faults;
  });
}
