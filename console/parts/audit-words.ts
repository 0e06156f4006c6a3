import type { ProjectTab } from "../addresses/site.ts";
import type { AuditEntry } from "../answers.ts";
import { to } from "../router.ts";
import { capital, words } from "./format.ts";

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
  read_identity_secret: "Read the identity secret of",
  export_sessions: "Exported the conversations of",
  export_contacts: "Exported the contacts of",
  read: "Read",
  unread: "Could not take",
  switch_off: "Switched off",
  forget: "Forgot",
  renew_token: "Gave a new token to",
  restore: "Restored",
};
/** What the log calls things, as a person would. */
const NOUNS: Record<string, string> = {
  key: "API key",
  channel: "website channel",
  project: "site",
  session: "conversation",
  source: "knowledge source",
  token: "organization token",
  subject: "visitor",
};

/** All that the log may tell of. */
export const ACTIONS = [
  ..."operator.create operator.update operator.renew_token operator.delete backup.read backup.restore".split(" "),
  ..."organization.create organization.update organization.credit organization.delete token.create token.revoke".split(
    " ",
  ),
  ..."project.create project.update project.move project.delete project.rotate_identity_secret".split(" "),
  ..."project.read_identity_secret project.export_sessions project.export_contacts".split(" "),
  ..."agent.create agent.update agent.delete tool.test key.create key.update key.revoke".split(" "),
  ..."channel.create channel.update channel.delete channel.regenerate channel.add_key".split(" "),
  ..."source.preview source.create source.unread source.refresh source.update source.delete question.delete".split(" "),
  ..."contact.update contact.delete session.end session.join session.message session.whisper session.release".split(
    " ",
  ),
  ..."session.analyze subject.forget webhook.create webhook.update webhook.delete webhook.rotate_secret".split(" "),
  ..."webhook.test webhook.switch_off delivery.replay device.create device.delete".split(" "),
];

/** What it may be about. */
export const KINDS =
  "organization project agent channel key webhook delivery source question contact session device token operator archive".split(
    " ",
  );

/** `agent` → `Agent`. */
export const kindText = (kind: string): string => capital(NOUNS[kind] ?? words(kind));

/** `agent:7` → `agent 7`. */
export function thingText(target: string): string {
  const [noun = "", id = ""] = target.split(":", 2);
  return `${NOUNS[noun] ?? words(noun)} ${id}`;
}

/** `agent.update` → `Changed agent`. */
export function actionText(action: string): string {
  const [noun = "", verb = ""] = action.split(".", 2);
  const word = VERBS[verb];
  return word ? `${word} ${NOUNS[noun] ?? words(noun)}` : words(`${noun} ${verb}`);
}

/** Who acted: the operator, or an organization's token by its name. */
export const actorText = ({ actor, actor_name }: Pick<AuditEntry, "actor" | "actor_name">): string => {
  if (actor === "operator") return "Operator";
  return actor === "service" ? "The service" : (actor_name ?? actor.replace(":", " "));
};

/** The target's name, or what it is and its number. */
export function targetText({ target, target_name }: AuditEntry): string {
  return target_name ?? thingText(target);
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
