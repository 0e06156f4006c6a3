import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** It has ended, and keeps its number until its parent takes note, which in a container without an init nobody does. Linux tells. */
function ended(pid: number): boolean {
  try {
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** True while a process with this id runs, whoever owns it. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !ended(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** The process that holds a lock file, 0 for none. */
export function holder(path: string): number {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return 0;
  }
}

/** Runs `work` while no other process holds the lock file. The lock of a process that died is taken over. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  let empty = 0;
  for (let waited = 0; !take(path); waited += 100) {
    const pid = holder(path);
    // An empty file is a lock that is just being written: give its owner a moment.
    empty = pid > 0 ? 0 : empty + 1;
    if (pid > 0 ? !alive(pid) : empty > 10) rmSync(path, { force: true });
    if (waited > 180_000) throw new Error(`${path} is held by process ${pid}; end it or delete the file`);
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
