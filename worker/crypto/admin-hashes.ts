import type { Variables } from "../variables.ts";
import { hex, sha256 } from "./digest.ts";

/** Hashes of the accepted tokens: `ADMIN_TOKEN`, or both of `new,old` while it is rotated. Others are signed out. */
export const adminHashes = ({ ADMIN_TOKEN }: Pick<Variables, "ADMIN_TOKEN">): Promise<string[]> =>
  Promise.all(ADMIN_TOKEN.map(async (token) => hex(await sha256(token))));
