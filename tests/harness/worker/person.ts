import { env } from "cloudflare:workers";
import { openInbox, openPage } from "./live-socket.ts";
import { report, start, type World, world } from "./organization.ts";
import { admin } from "./request.ts";

export const connected = { type: "connected" };
export const asked = { type: "person_requested", reason: "An order", summary: "It is late." };

/** An agent whose visitors may ask for a person. */
export const withPerson = (organization: object = {}) =>
  world({ agent: { person: { enabled: true, wait_seconds: 60 } }, organization });

export const deskOf = ({ project_id }: World) => env.PROJECT_DESK.getByName(String(project_id));

export async function tokenOf({ org_id }: World): Promise<string> {
  return (await admin("POST", `/organizations/${org_id}/tokens`, {})).token;
}

/** Somebody has the inbox open, and is there. */
export async function staffed(here: World) {
  const inbox = await openInbox(here.project_id, env.ADMIN_TOKEN);
  await inbox.of("sessions");
  inbox.send({ type: "available", on: true });
  await inbox.handled();
  return inbox;
}

export const ask = async (here: World, session_id: string) => (await report(here.key, session_id, [asked])).session;

/** A visitor who has asked for a person, with their page's socket. */
export async function waiting(here: World) {
  const { session_id, session_secret } = await start(here);
  await report(here.key, session_id, [connected]);
  await ask(here, session_id);
  return { session_id, session_secret, page: await openPage(session_id, session_secret) };
}

/** The session as its operator reads it. */
export const shown = (session_id: string) => admin("GET", `/sessions/${session_id}`);
