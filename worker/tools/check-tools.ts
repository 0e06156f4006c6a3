import type { Fault } from "../../shared/errors.ts";
import { isObject } from "../../shared/is-object.ts";
import { targetProblem } from "../outbound/target.ts";
import type { Variables } from "../variables.ts";
import { isWebhookSecret } from "../webhooks/webhook-signature.ts";
import { parametersFault } from "./argument-schema.ts";
import { countValues } from "./schema-size.ts";

/** Values in the parameters of all tools of an agent: examples, lists of what is allowed. Each takes twenty times its text in memory. */
const MAX_VALUES = 5_000;
const TOO_MANY = `Write at most ${MAX_VALUES.toLocaleString("en")} values in the parameters of all tools, those in lists and objects counted`;

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
  let room = MAX_VALUES;
  return tools.flatMap(({ name, parameters, kind, url, secret }, index) => {
    const faults: Fault[] = [];
    const values = isObject(parameters) ? countValues(parameters, room) : 0;
    if (values > room) faults.push(fault(index, "parameters", TOO_MANY));
    room = Math.max(0, room - values);
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
