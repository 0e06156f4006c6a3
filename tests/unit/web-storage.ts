import { vi } from "vitest";

/** Gives the test web storage of these names, empty; what is stored is also `in` it, as in a browser. */
export function stubStorage(...names: ("sessionStorage" | "localStorage")[]): void {
  for (const storage of names)
    vi.stubGlobal(
      storage,
      new Proxy({} as Record<string, unknown>, {
        get: (stored, name: string) =>
          ({
            getItem: (key: string) => stored[key] ?? null,
            setItem: (key: string, value: string) => Object.assign(stored, { [key]: value }),
            removeItem: (key: string) => delete stored[key],
          })[name],
      }),
    );
}
