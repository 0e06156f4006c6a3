/** A map in an isolate's memory that forgets its oldest entry when it is full. */
export class BoundedMap<K, V> {
  #entries = new Map<K, V>();
  #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#size && !oldest.done) this.#entries.delete(oldest.value);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }
}
