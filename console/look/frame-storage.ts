/** A storage that is gone with the page. */
class PageStorage {
  readonly #kept = new Map<string, string>();
  get length(): number {
    return this.#kept.size;
  }
  key = (index: number): string | null => [...this.#kept.keys()][index] ?? null;
  getItem = (name: string): string | null => this.#kept.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.#kept.set(name, String(value));
  removeItem = (name: string): void => void this.#kept.delete(name);
  clear = (): void => this.#kept.clear();
}

/**
 * Puts storages of this page's own in the place of the browser's, which the console shares.
 * @returns empties them
 */
export function keepNothing(): () => void {
  const storages = ["localStorage", "sessionStorage"].map((name) => {
    const value = new PageStorage();
    Object.defineProperty(window, name, { configurable: true, value });
    return value;
  });
  return () => {
    for (const storage of storages) storage.clear();
  };
}
