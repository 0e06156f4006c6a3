/** Carries out what comes with one key in its order: each waits for the end of the one before. Other keys wait for nothing of it. */
export class InOrder<Key extends object> {
  readonly #last = new WeakMap<Key, Promise<unknown>>();

  run(key: Key, act: () => Promise<void>): Promise<void> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(act, act);
    this.#last.set(key, turn);
    return turn;
  }
}
