import type { OpenQuestion } from "../../../shared/knowledge.ts";
import { THESE } from "../table-rows.ts";
import { MAX_QUESTIONS } from "./engine.ts";
import { newId } from "./new-id.ts";
import type { Asking, QuestionHistory, QuestionText } from "./rpc.ts";

/** Conversations of which a history tells, the newest. */
const MAX_ASKED = 10_000;

const SHOWN = "SELECT id, text, count, last_seen_at FROM questions";
type Selected<Row> = Row & Record<string, SqlStorageValue>;

/** Questions that nothing answered, and which sessions asked them. All of it is the owner's. */
export class QuestionsTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  hasAsked(session_id: string): boolean {
    return this.#sql.exec("SELECT 1 FROM question_sessions WHERE session_id = ?", session_id).toArray().length > 0;
  }

  /** Where there are too many, a new one replaces what its session alone has asked, else the least frequent. */
  ask(project_id: number, { org_id, session_id }: Asking, { words, text }: QuestionText, at: number): void {
    const existing = this.#ids("SELECT id FROM questions WHERE words = ?", words)[0];
    const id = existing ?? newId(this.#sql, "questions", project_id);
    if (existing === undefined)
      this.#sql.exec("INSERT INTO questions VALUES (?, ?, ?, ?, 1, ?)", id, org_id, words, text, at);
    else this.#sql.exec("UPDATE questions SET count = count + 1, last_seen_at = ? WHERE id = ?", at, id);
    this.#sql.exec(
      "INSERT INTO question_sessions VALUES (?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
      session_id,
      id,
      org_id,
      at,
    );
    if (existing === undefined)
      this.delete(
        this.#ids(
          `SELECT q.id FROM questions AS q LEFT JOIN question_sessions AS own ON own.session_id = ? AND own.question_id = q.id
           WHERE q.id != ? ORDER BY own.count IS q.count, q.count DESC, q.last_seen_at DESC LIMIT -1 OFFSET ?`,
          ...[session_id, id, MAX_QUESTIONS - 1],
        ),
      );
  }

  #ids(sql: string, ...bound: SqlStorageValue[]): number[] {
    return this.#sql
      .exec<{ id: number }>(sql, ...bound)
      .toArray()
      .map(({ id }) => id);
  }

  list(limit: number, offset: number): OpenQuestion[] {
    return this.#sql
      .exec<Selected<OpenQuestion>>(`${SHOWN} ORDER BY count DESC, id LIMIT ? OFFSET ?`, limit, offset)
      .toArray();
  }

  find(id: number): OpenQuestion | null {
    return this.#sql.exec<Selected<OpenQuestion>>(`${SHOWN} WHERE id = ?`, id).toArray()[0] ?? null;
  }

  history(since: number): Omit<QuestionHistory, "answered"> {
    const asked = this.#sql
      .exec<Selected<QuestionHistory["asked"][number]>>(
        "SELECT question_id, at, count FROM question_sessions WHERE at >= ? ORDER BY at DESC LIMIT ?",
        since,
        MAX_ASKED,
      )
      .toArray();
    return { questions: this.list(MAX_QUESTIONS, 0), asked };
  }

  delete(ids: readonly number[]): void {
    if (ids.length === 0) return;
    const list = JSON.stringify(ids);
    this.#sql.exec(`DELETE FROM question_sessions WHERE question_id IN (${THESE})`, list);
    this.#sql.exec(`DELETE FROM questions WHERE id IN (${THESE})`, list);
  }

  /** Removes what sessions asked; a question that nobody else asked is deleted. */
  forgetSessions(session_ids: readonly string[]): void {
    const list = JSON.stringify(session_ids);
    const questions = this.#ids(
      `SELECT DISTINCT question_id AS id FROM question_sessions WHERE session_id IN (${THESE})`,
      list,
    );
    if (questions.length === 0) return;
    const of = JSON.stringify(questions);
    this.#sql.exec(
      `UPDATE questions SET count = count - (SELECT coalesce(sum(s.count), 0) FROM question_sessions AS s
         WHERE s.question_id = questions.id AND s.session_id IN (${THESE})) WHERE id IN (${THESE})`,
      list,
      of,
    );
    this.#sql.exec(`DELETE FROM question_sessions WHERE session_id IN (${THESE})`, list);
    this.delete(this.#ids(`SELECT id FROM questions WHERE count <= 0 AND id IN (${THESE})`, of));
  }

  /** Those that nobody has asked since then, and what is left of some that are gone. */
  deleteBefore(at: number): void {
    this.delete(this.#ids("SELECT id FROM questions WHERE last_seen_at < ?", at));
    this.#sql.exec("DELETE FROM question_sessions WHERE question_id NOT IN (SELECT id FROM questions)");
  }

  /** What was asked while the project was nobody's is its first owner's. */
  give(org_id: number): void {
    for (const table of ["questions", "question_sessions"])
      this.#sql.exec(`UPDATE ${table} SET org_id = ? WHERE org_id = 0`, org_id);
  }

  /** Another organization's are nobody's business any more. */
  keepOnly(org_id: number): void {
    for (const table of ["questions", "question_sessions"])
      this.#sql.exec(`DELETE FROM ${table} WHERE org_id != ?`, org_id);
  }

  /** When the oldest was last asked. */
  firstSeen(): number | null {
    return this.#sql.exec<{ at: number | null }>("SELECT min(last_seen_at) AS at FROM questions").one().at;
  }
}
