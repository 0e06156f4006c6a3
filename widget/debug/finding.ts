/** One line for the owner; `ok` null: information only. */
export interface Finding {
  ok: boolean | null;
  text: string;
}
