/** A storage that is gone with the page. */
class MemoryStorage {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  key = (index: number): string | null => [...this.#items.keys()][index] ?? null;
  getItem = (name: string): string | null => this.#items.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.#items.set(name, String(value));
  removeItem = (name: string): void => void this.#items.delete(name);
  clear = (): void => this.#items.clear();
}

/**
 * Replaces the browser's storages, which the console shares, by ones in memory.
 * @returns empties them
 */
export function installMemoryStorage(): () => void {
  const storages = ["localStorage", "sessionStorage"].map((name) => {
    const value = new MemoryStorage();
    Object.defineProperty(window, name, { configurable: true, value });
    return value;
  });
  return () => {
    for (const storage of storages) storage.clear();
  };
}
