import type { AuditEntry } from "../answers.ts";
import { type ProjectTab, to } from "../router.ts";
import { words } from "./format.ts";

const VERBS: Record<string, string> = {
  create: "Created",
  update: "Changed",
  delete: "Deleted",
  revoke: "Revoked",
  regenerate: "Replaced the key of",
  add_key: "Added a key to",
  credit: "Granted credit to",
  end: "Ended",
  join: "Joined",
  message: "Wrote in",
  whisper: "Told the agent in",
  release: "Gave back",
  test: "Tested",
  preview: "Looked at",
  replay: "Sent again",
  refresh: "Reloaded",
  analyze: "Analyzed",
  rotate_secret: "Gave a new secret to",
  token: "Gave a new token to",
  move: "Moved to another organization:",
  rotate_identity_secret: "Rotated the identity secret of",
  switch_off: "Switched off",
  forget: "Forgot",
};
/** What the log calls things, as a person would. */
const NOUNS: Record<string, string> = {
  key: "API key",
  channel: "website channel",
  source: "knowledge source",
  token: "organization token",
  subject: "visitor",
};

/** `agent.update` → `Changed agent`. */
export function actionText(action: string): string {
  const [noun = "", verb = ""] = action.split(".", 2);
  const word = VERBS[verb];
  return word ? `${word} ${NOUNS[noun] ?? words(noun)}` : words(`${noun} ${verb}`);
}

/** Who acted: the operator, or an organization's token by its name. */
export const actorText = ({ actor, actor_name }: AuditEntry): string =>
  actor === "operator" ? "Operator" : (actor_name ?? actor.replace(":", " "));

/** The target's name, or what it is and its number. */
export function targetText({ target, target_name }: AuditEntry): string {
  if (target_name !== null) return target_name;
  const [noun = "", id = ""] = target.split(":", 2);
  return `${NOUNS[noun] ?? words(noun)} ${id}`;
}

const TABS: Record<string, ProjectTab> = {
  key: "channels",
  channel: "channels",
  webhook: "webhooks",
  contact: "contacts",
  source: "knowledge",
  question: "knowledge",
};

/** The screen that shows the target, where there is one. */
export function targetHref({ target, project_id }: AuditEntry): string | null {
  const [noun = "", id = ""] = target.split(":", 2);
  if (noun === "organization") return to.organization(Number(id));
  if (project_id === null) return null;
  if (noun === "project") return to.project(project_id);
  if (noun === "agent") return to.project(project_id, "agents", id);
  if (noun === "session") return to.project(project_id, "sessions", id);
  const tab = TABS[noun];
  return tab ? to.project(project_id, tab) : null;
}
