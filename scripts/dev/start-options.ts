import { parseArgs } from "node:util";

/** A command line, or a setting, that `npm start` does not take; the message says what it does. */
export class StartRefused extends Error {}

const USAGE =
  "npm start takes one option, the port: npm start -- --port 9000 (with the lone -- before it).\n" +
  "Everything else is an environment variable; docs/deploy.md lists them: PORT, HOST, STATE_DIR, ADMIN_TOKEN, …";

/**
 * Where `npm start` listens: `--port`, else `PORT`, else 8787.
 * @param args of the command line, after the script's name
 * @throws StartRefused for any other argument, and for a port that is none
 */
export function startPort(args: string[], environment: NodeJS.ProcessEnv): number {
  const { port, name } = written(args, environment);
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  if (number < 1 || number > 65535) throw new StartRefused(`${name} must be a number from 1 to 65535, not "${port}".`);
  return number;
}

function written(args: string[], environment: NodeJS.ProcessEnv): { port: string; name: string } {
  // Without the lone -- npm keeps an option for itself, and passes on the rest or nothing.
  const kept = environment.npm_config_port;
  if (kept) throw new StartRefused(`npm kept --port for itself.\n${USAGE}`);
  const { port } = parse(args);
  if (port !== undefined) return { port, name: "--port" };
  return { port: environment.PORT || "8787", name: "PORT" };
}

function parse(args: string[]): { port?: string } {
  try {
    return parseArgs({ args, options: { port: { type: "string" } } }).values;
  } catch {
    throw new StartRefused(`npm start does not know what to do with "${args.join(" ")}".\n${USAGE}`);
  }
}

/** @throws {StartRefused} for a folder whose path has `#` or `?`: Vite cuts paths there, and cannot build */
export function checkFolder(folder: string): void {
  const [sign] = /[#?]/.exec(folder) ?? [];
  if (sign)
    throw new StartRefused(
      `The service cannot be built in a folder with ${sign} in its path: ${folder}. Rename or move it.`,
    );
}
