import { basename } from "node:path";
import type { Plugin } from "vite";

/**
 * Modules that several chunks need of which a page mostly loads one: each gets a copy of its own. Shared, they would be a file
 * to request before any of them.
 */
const COPIED =
  /\/widget\/(?:transport\/(?:core|vendors\/openai-(?:calls|events|perform|reduce))|persistence\/(?:draft|handover)|i18n\/en-too-long)\.ts$/;

/** `in` tells the copies apart; what a copy imports goes to the same chunk. */
export const inEachChunk = (): Plugin => ({
  name: "in-each-chunk",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (!importer || !source.endsWith(".ts")) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (!resolved || !COPIED.test(resolved.id)) return resolved;
    return `${resolved.id}?in=${importer.split("?in=")[1] ?? basename(importer)}`;
  },
});
