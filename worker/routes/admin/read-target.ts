import type { Context } from "hono";
import type * as z from "zod";
import type { Fault } from "../../../shared/errors.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ValidationError, valueFault } from "../../http/errors.ts";
import type { ReadBody } from "../../openapi/operation.ts";
import { publicTargetProblem } from "../../outbound/target.ts";
import { readVariables } from "../../variables.ts";

/** Refuses an address that could never be called as soon as it is sent. */
function targetFaults(c: Context<AppEnv>, name: string, address: unknown): Fault[] {
  if (typeof address !== "string" || address.trim() === "") return [];
  const problem = publicTargetProblem(address.trim(), readVariables(c.env).ENVIRONMENT === "development");
  return problem === null ? [] : [valueFault(["body", name], problem)];
}

/**
 * Reads a body with an address that the service is to call.
 * @param name of the address in it
 * @param more what else is wrong with a body that has the right shape
 * @throws ValidationError
 */
export async function readTarget<Body extends z.ZodType>(
  c: Context<AppEnv>,
  readBody: ReadBody<Body>,
  name: string & keyof z.output<Body>,
  more: (body: z.output<Body>) => Promise<Fault[]> = async () => [],
) {
  const body = await readBody((sent) => targetFaults(c, name, sent[name]));
  const faults = [...targetFaults(c, name, body[name]), ...(await more(body))];
  if (faults.length > 0) throw new ValidationError(faults);
  return body;
}
