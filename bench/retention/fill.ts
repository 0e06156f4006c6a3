import type { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "../../shared/time.ts";
import type { Site } from "../../tests/harness/service/workerd/service.ts";

/** Days over which the sessions are spread: a little less than half of them are past a retention of 90. */
const DAYS = 160;
/** Lines said in each. */
const LINES = 6;
/** Numbers of a document's session within one millisecond, as the service counts them. */
const DOCUMENTS_PER_MS = 2_048;

export const COMMON = "order";
export const RARE = "heron";
/** A visitor who came back in every tenth session. */
export const REGULAR = "visitor:regular";

/** Numbers that are the same every time, from 0 up to 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Writes ended sessions as they are after their publication: rows, what was said, its index, contacts, ratings. */
export function fill(db: DatabaseSync, { org, project, agent, consoleKeyId }: Site, count: number, now: number): void {
  const roll = dice(7);
  const syllables = ["ba", "co", "di", "fu", "ga", "lo", "mi", "ne", "pa", "ru", "so", "te", "vi", "zu"];
  const syllable = () => syllables[Math.floor(roll() * syllables.length)];
  const pool = Array.from({ length: 4_000 }, () => `${syllable()}${syllable()}${syllable()}`);
  // Few words are said often.
  const word = () => pool[Math.floor(pool.length * roll() ** 3)];
  const line = () => Array.from({ length: 12 }, word).join(" ");

  const session = db.prepare(
    `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, key_id, provider, vendor, subject, state, end_reason,
       started_at, connected_at, ended_at, charged, revision)
     VALUES (?, ?, ?, ?, 'Ava', ?, 'provider_a', 'demo', ?, 'ended', 'completed', ?, ?, ?, ?, 3)`,
  );
  const event = db.prepare(
    "INSERT INTO session_events (session_id, type, body_json, received_at, at) VALUES (?, ?, ?, ?, NULL)",
  );
  const document = db.prepare("INSERT INTO search_documents (id, session_id, project_id) VALUES (?, ?, ?)");
  const words = db.prepare("INSERT INTO search_words (rowid, project, words) VALUES (?, ?, ?)");
  const rating = db.prepare("INSERT INTO session_ratings (session_id, rating, at) VALUES (?, ?, ?)");
  const contact = db.prepare(
    `INSERT INTO contacts (project_id, session_id, agent_id, name, email, consent_text, at, digest, announced_at)
     VALUES (?, ?, ?, 'Ada', 'ada@example.com', 'Yes.', ?, ?, ?)`,
  );
  db.exec("BEGIN");
  for (let at = 0; at < count; at += 1) {
    const id = `ses_${String(at).padStart(24, "0")}${org.toString(36)}`;
    const started = Math.floor(now - DAYS * DAY_MS + (at * DAYS * DAY_MS) / count);
    const subject = at % 10 === 0 ? REGULAR : `visitor:v${at}`;
    session.run(id, org, project, agent, consoleKeyId, subject, started, started + 900, started + 61_000, 60);
    const said = Array.from({ length: LINES }, line);
    if (at % 3 === 0) said[0] = `Where is my ${COMMON}, please?`;
    if (at % 997 === 0) said[1] = `A ${RARE} stood by the ${COMMON} desk`;
    event.run(id, "connected", "{}", started + 900);
    for (const [index, text] of said.entries())
      event.run(
        id,
        index % 2 === 0 ? "user_transcript" : "agent_transcript",
        JSON.stringify({ text }),
        started + 5_000 * (index + 1),
      );
    event.run(id, "ended", "{}", started + 61_000);
    const number = started * DOCUMENTS_PER_MS + (at % DOCUMENTS_PER_MS);
    document.run(number, id, project);
    words.run(number, `p${project}`, said.join("\n"));
    if (at % 5 === 0) rating.run(id, 1 + (at % 5), started + 61_000);
    if (at % 20 === 0) contact.run(project, id, agent, started + 30_000, `digest-${at}`, started + 31_000);
  }
  db.exec("COMMIT");
}
