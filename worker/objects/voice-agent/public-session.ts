/** Fields of a session that reveal the agent's set-up. */
const SECRET_FIELDS = ["instructions", "tools", "prompt", "client_secret"];

/** A session without them, for a page that may not see the agent's settings. */
export const withoutSecrets = (session: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(session).filter(([name]) => !SECRET_FIELDS.includes(name)));

export const SETTINGS_ARE_KEPT = "Only the service sets this session's settings; they cannot be changed.";
