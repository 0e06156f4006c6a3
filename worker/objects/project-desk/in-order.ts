/** Acts of one key run one after another, as they came; those of different keys do not wait for each other. */
export class InOrder<Key extends object> {
  readonly #last = new WeakMap<Key, Promise<unknown>>();

  run(key: Key, act: () => Promise<void>): Promise<void> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(act, act);
    this.#last.set(key, turn);
    return turn;
  }
}
