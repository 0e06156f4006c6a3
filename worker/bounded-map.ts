/**
 * A map in an isolate's memory that forgets its oldest entries when it is full: by number, or by what they weigh. The newest one
 * is always kept.
 */
export class BoundedMap<K, V> {
  #entries = new Map<K, V>();
  #size: number;
  #weightOf: ((value: V) => number) | null;
  #weight = 0;

  /** @param weightOf what an entry counts for, which never changes; 1 unless it is given */
  constructor(size: number, weightOf: ((value: V) => number) | null = null) {
    this.#size = size;
    this.#weightOf = weightOf;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    if (this.#weightOf) this.#weight += this.#weightOf(value);
    while (this.#entries.size > 1 && (this.#weightOf ? this.#weight : this.#entries.size) > this.#size) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.delete(oldest.value);
    }
  }

  delete(key: K): void {
    const value = this.#weightOf ? this.#entries.get(key) : undefined;
    if (value !== undefined && this.#weightOf) this.#weight -= this.#weightOf(value);
    this.#entries.delete(key);
  }
}
