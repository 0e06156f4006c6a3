import { gzipSync } from "node:zlib";
import { minify } from "terser";
import type { Plugin } from "vite";
import { checkShortNames, nameCache, shortNames } from "./short-names.ts";

/**
 * What terser calls unsafe: `String(x)` and templates become `"" + x`, functions without `this` become arrows, those
 * in objects methods. That differs for symbols, for objects with a `valueOf` and for functions that are called with `new`; the
 * widget has none.
 */
const SHORTER = { unsafe: true, unsafe_arrows: true, unsafe_methods: true } as const;

/**
 * Whether terser writes functions that are used once where they are used, and whether it joins statements and turns comparisons
 * around. Less of it is longer, but not always when it is gzipped: the smallest is taken.
 */
const WAYS = [true, false].flatMap((reduce_funcs) =>
  [true, false].map((joined) => ({ passes: 4, reduce_funcs, sequences: joined, comparisons: joined })),
);

/** Minifies each finished file once more: terser still finds 1.5 % of what the bundler's own minifier leaves. */
export const minifyChunks = (): Plugin => ({
  name: "minify-chunks",
  async generateBundle({ format }, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== "chunk") continue;
      checkShortNames(output.fileName, output.code);
      const minified = WAYS.map(async (way) => {
        const { code } = await minify(output.code, {
          module: format === "es",
          toplevel: true,
          mangle: { properties: shortNames },
          nameCache: nameCache(),
          compress: { ecma: 2020, ...way, lhs_constants: false, ...SHORTER },
          format: { ecma: 2020 },
        });
        if (!code) throw new Error(`${output.fileName}: nothing is left of it`);
        return { code, size: gzipSync(code, { level: 9 }).length };
      });
      output.code = (await Promise.all(minified)).reduce((one, other) => (other.size < one.size ? other : one)).code;
    }
  },
});
