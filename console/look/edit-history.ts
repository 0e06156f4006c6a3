import type { Draft } from "./draft.ts";

/** The most steps that can be undone. */
const MOST = 100;

/** Undo and redo of edits. Typing in one field is one step. */
export class EditHistory {
  #past: Draft[] = [];
  #future: Draft[] = [];
  #field = "";

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** @param field what is changed; empty for many at once */
  note(before: Draft, field: string): void {
    if (field === "" || field !== this.#field || this.#future.length > 0)
      this.#past = [...this.#past, before].slice(-MOST);
    this.#field = field;
    this.#future = [];
  }

  /** The step before `now`, which can be redone. */
  undo(now: Draft): Draft {
    this.#field = "";
    const before = this.#past.pop();
    if (!before) return now;
    this.#future.push(now);
    return before;
  }

  redo(now: Draft): Draft {
    const next = this.#future.pop();
    if (!next) return now;
    this.#past.push(now);
    return next;
  }

  forget(): void {
    this.#past = [];
    this.#future = [];
    this.#field = "";
  }
}
