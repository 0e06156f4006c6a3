/** What of a session tells of the agent. */
const KEPT = ["instructions", "tools", "prompt", "client_secret"];

/** A session as a page may see it whose settings are the service's. */
export const withoutSecrets = (session: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(session).filter(([name]) => !KEPT.includes(name)));

export const SETTINGS_ARE_KEPT = "The settings of this session are the service's and cannot be changed.";
