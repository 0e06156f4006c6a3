/** For answers that hold what is for one caller, once: no cache keeps them. `onError` says the same of every refusal. */
export const NO_STORE = { "Cache-Control": "no-store" };

const prepared = new Headers({ ...NO_STORE, "Content-Type": "application/json" });

/** Such an answer as JSON. To copy headers costs less than to set them, as `c.json` does. */
export const unstoredJson = (value: unknown): Response => new Response(JSON.stringify(value), { headers: prepared });
