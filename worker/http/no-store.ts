/** For answers that hold what is for one caller, once: no cache keeps them. `onError` says the same of every refusal. */
export const NO_STORE = { "Cache-Control": "no-store" };
