import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Limit for a command that hangs, milliseconds. */
const LIMIT_MS = 10 * 60_000;

/** Runs a command that the reader sees. @returns whether it worked */
export function run(say: (line: string) => void, command: string, args: string[]): boolean {
  say(`$ ${command} ${args.join(" ")}`);
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync(command, args, { stdio: ["ignore", "inherit", "inherit"], env, timeout: LIMIT_MS });
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** Whether this process may install Debian's packages. */
export const hasApt = () => process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** @returns whether all are there now */
export function aptInstall(say: (line: string) => void, packages: string[]): boolean {
  // Waits for other processes that use apt now.
  const patient = ["-q", "-o", "DPkg::Lock::Timeout=300"];
  // If the lists cannot be fetched, older ones may do.
  run(say, "apt-get", ["update", ...patient]);
  return run(say, "apt-get", ["install", "-y", "--no-install-recommends", ...patient, ...packages]);
}
