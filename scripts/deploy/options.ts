import { type ParseArgsConfig, parseArgs } from "node:util";
import { keptByNpm } from "../dev/kept-by-npm.ts";
import { DeployError } from "./wrangler.ts";

/** What stands on the command line. @throws DeployError where npm kept an option for itself, and for an unknown one */
export function readOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  environment: NodeJS.ProcessEnv,
  options: Options,
) {
  const kept = keptByNpm(environment);
  if (kept) throw new DeployError(kept);
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new DeployError(error instanceof Error ? error.message : String(error));
  }
}
