/**
 * Whether a session is a test call from the console, as SQL: its key has an agent, but no channel. Of a key that is gone
 * nobody knows; it is taken for a visitor's. @param session the alias of `sessions`
 */
export const isTestCall = (session: string): string =>
  `EXISTS (SELECT 1 FROM api_keys AS k WHERE k.id = ${session}.key_id AND k.channel_id IS NULL AND k.agent_id IS NOT NULL)`;

export async function wasTestCall(db: D1Database, session_id: string): Promise<boolean> {
  const sql = `SELECT ${isTestCall("s")} AS test FROM sessions AS s WHERE s.id = ?1`;
  return (await db.prepare(sql).bind(session_id).first<number>("test")) === 1;
}
