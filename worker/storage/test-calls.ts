/**
 * Whether a session is a test call from the console, as SQL: its key has an agent, but no channel. Of a key that is gone
 * nobody knows; it is taken for a visitor's. @param session the alias of `sessions`
 */
export const isTestCall = (session: string): string =>
  `EXISTS (SELECT 1 FROM api_keys AS k WHERE k.id = ${session}.key_id AND k.channel_id IS NULL AND k.agent_id IS NOT NULL)`;
