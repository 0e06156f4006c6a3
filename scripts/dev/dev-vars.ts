import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { VARIABLE_NAMES } from "../../worker/variables.ts";

/** Every variable of the Worker that `npm start` passes on from its environment; ENVIRONMENT it sets itself. */
export const WORKER_VARIABLES = VARIABLE_NAMES.filter((name) => name !== "ENVIRONMENT");

/** The one to come with, of `new` or, while it is rotated, of `new,old`; `undefined` where there is none. */
export const newestSecret = (value: string | undefined): string | undefined =>
  value?.split(",")[0]?.trim() || undefined;

/** Made once where nobody gave them. */
const GENERATED = ["ADMIN_TOKEN", "KEY_SECRET"] as const;

type Variables = Record<string, string>;

/** The variables in a file such as `.dev.vars`; none where it is missing. */
export const readVars = (file: string): Variables =>
  existsSync(file) ? (parseEnv(readFileSync(file, "utf8")) as Variables) : {};

/** Adds variables to such a file, which from then on only its owner can read. */
export function addVars(file: string, variables: Variables): void {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, text + (text && !text.endsWith("\n") ? "\n" : "") + lines.join(""), { mode: 0o600 });
  chmodSync(file, 0o600);
}

/**
 * The Worker's variables: the environment's, else those of the `.dev.vars` file, which gets the two secrets added
 * that a first start needs. An empty variable counts as not set.
 */
export function workerVariables(file: string, environment: NodeJS.ProcessEnv): Variables & { ADMIN_TOKEN: string } {
  const saved = readVars(file);
  const made: Variables = {};
  for (const name of GENERATED)
    if (!environment[name] && !saved[name]) made[name] = randomBytes(24).toString("base64url");
  if (Object.keys(made).length > 0) addVars(file, made);
  const given = Object.fromEntries(
    WORKER_VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  return { ...saved, ...made, ...given } as Variables & { ADMIN_TOKEN: string };
}

/**
 * Writes variables as an env file that only its owner can read: secrets on a command line show in the process list.
 * @throws Error when a value cannot be written so that wrangler reads back the same.
 */
export function writeEnvFile(file: string, variables: Variables): void {
  const lines = Object.entries(variables).map(([name, value]) => {
    const quote = ["'", "`", '"'].find((mark) => !value.includes(mark));
    // In double quotes dotenv would read \n as a line break; the other two keep all as it is.
    if (/[\r\n]/.test(value) || !quote || (quote === '"' && value.includes("\\")))
      throw new Error(`${name}: this value has a line break or all kinds of quotes in it; write another`);
    // wrangler expands $NAME in env files.
    return `${name}=${quote}${value.replaceAll("$", "\\$")}${quote}\n`;
  });
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  chmodSync(file, 0o600);
}
