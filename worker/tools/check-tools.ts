import type { Fault } from "../../shared/errors.ts";
import type { Tool } from "../../shared/tools.ts";
import type { Settings } from "../settings.ts";
import { parametersFault } from "./arguments.ts";
import { secretBytes } from "./signature.ts";
import { refusedTarget } from "./target.ts";

/**
 * What a saved tool must hold beyond its shape: its own name, a schema that can judge arguments, an address that may be
 * called, a secret that signs. All faults at once, each at its field below `body.tools`; none when all is well.
 */
export function checkTools(tools: Tool[], settings: Pick<Settings, "ENVIRONMENT">): Fault[] {
  const development = settings.ENVIRONMENT === "development";
  const fault = (index: number, field: string, msg: string): Fault => ({
    type: "value_error",
    loc: ["body", "tools", index, field],
    msg,
  });
  return tools.flatMap((tool, index) => {
    const faults: Fault[] = [];
    if (tools.findIndex(({ name }) => name === tool.name) < index)
      faults.push(fault(index, "name", "Another tool of this agent has the same name; choose a new one"));
    const schema = parametersFault(tool.parameters);
    if (schema !== null) faults.push(fault(index, "parameters", `Write a JSON Schema of the arguments. ${schema}`));
    const target = tool.url === undefined ? null : refusedTarget(tool.url, development);
    if (target !== null) faults.push(fault(index, "url", target));
    if (tool.secret !== undefined && secretBytes(tool.secret) === null)
      faults.push(fault(index, "secret", "Write whsec_ followed by the base64 of the secret's bytes"));
    return faults;
  });
}
