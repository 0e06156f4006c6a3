/**
 * For answers that are meant for one caller and one time: no cache may store them. `onError` sets it on every refusal.
 */
export const NO_STORE = { "Cache-Control": "no-store" };

const prepared = new Headers({ ...NO_STORE, "Content-Type": "application/json" });

/** Such an answer as JSON. Copying headers costs less than setting them, as `c.json` does. */
export const unstoredJson = (value: unknown): Response => new Response(JSON.stringify(value), { headers: prepared });
