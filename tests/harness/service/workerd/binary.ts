import { createRequire } from "node:module";

/** Path of the runtime's program, the very one that wrangler and the tests run. */
export const workerd = (createRequire(import.meta.url)("workerd") as { default: string }).default;
