import { must, parsed, type Wrangler } from "./wrangler.ts";

/** Which version of a Worker is live, which was before, and how another takes its place. */

export interface Deployment {
  created_on: string;
  versions: { version_id: string }[];
}

interface Version {
  metadata?: { created_on?: string };
  annotations?: Record<string, string>;
}

/** How many deployments wrangler lists: the newest. */
const LISTED = 10;

/** The versions as they were live, the oldest first; one may be there several times. */
export const liveInTurn = (deployments: Deployment[]): string[] =>
  [...deployments]
    .sort((a, b) => (a.created_on < b.created_on ? -1 : 1))
    .flatMap(({ versions }) => versions[0]?.version_id ?? []);

/**
 * The version that was live before the live one was deployed first, past those that a rollback left.
 * @returns undefined where none is known
 */
export function versionBefore(inTurn: readonly string[]): string | undefined {
  const first = (id: string) => inTurn.indexOf(id);
  const left = new Set<string>();
  for (const [at, id] of inTurn.entries()) {
    const before = inTurn[at - 1];
    if (before !== undefined && first(id) < first(before)) left.add(before);
    left.delete(id);
  }
  return inTurn.slice(0, first(inTurn.at(-1) ?? "")).findLast((id) => !left.has(id));
}

export const viewVersion = (wrangler: Wrangler, worker: string, version: string): Version =>
  parsed<Version>(wrangler(["versions", "view", version, "--name", worker, "--json"]), "what the version is");

/** Whether wrangler's list may lack the first deployment of the live version. */
export function mayBeOlder(wrangler: Wrangler, worker: string, deployments: Deployment[], live: string): boolean {
  if (deployments.length < LISTED) return false;
  const { created_on = "" } = viewVersion(wrangler, worker, live).metadata ?? {};
  return deployments.every((deployment) => created_on < deployment.created_on);
}

interface PutLive {
  wrangler: Wrangler;
  worker: string;
  version: string;
  message: string;
  /** What to say where it fails. */
  problem: string;
}

/**
 * Puts an earlier version live.
 * @returns the secrets that changed since, and are again as that version had them
 * @throws DeployError
 */
export function putLive({ wrangler, worker, version, message, problem }: PutLive): string[] {
  const args = ["rollback", version, "--name", worker, "--yes", "--message", message];
  const { stdout, stderr = "" } = must(wrangler(args, { show: true }), problem);
  // Asked by wrangler and, without a terminal, answered with yes.
  const [, changed = ""] = /following secrets have changed[^\n]*\n((?:[^\n]*\* \S+\n?)+)/.exec(stdout + stderr) ?? [];
  return [...changed.matchAll(/\* (\w+)/g)].flatMap(([, name]) => name ?? []);
}

/** What to do about secrets that went back. */
export const secretsWentBack = (names: string[]): string =>
  `These secrets are again as they were with that version: ${names.join(", ")}. See docs/rotation.md, "After a rollback".`;
