/** One line of what an owner may want to know; `ok` null: only a fact. */
export interface Finding {
  ok: boolean | null;
  text: string;
}
