import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Runs a command that the reader sees. @returns whether it worked */
export function run(say: (line: string) => void, command: string, args: string[]): boolean {
  say(`$ ${command} ${args.join(" ")}`);
  try {
    execFileSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
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
  const install = ["install", "-y", "-q", "--no-install-recommends", ...packages];
  return run(say, "apt-get", ["update", "-q"]) && run(say, "apt-get", install);
}
