import { cpSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Puts the API's page into `out`: `/docs`, and beside it the scripts and styles it loads, Scalar's among them. */
export function copyReference(root: string, out: string): void {
  const scalar = dirname(createRequire(import.meta.url).resolve("@scalar/api-reference/style.css"));
  mkdirSync(join(out, "docs"), { recursive: true });
  cpSync(join(scalar, "browser/standalone.js"), join(out, "docs/scalar.js"));
  cpSync(join(scalar, "style.css"), join(out, "docs/scalar.css"));
  for (const name of ["reference.js", "reference.css"])
    cpSync(join(root, "docs/reference", name), join(out, "docs", name));
  cpSync(join(root, "docs/reference/docs.html"), join(out, "docs.html"));
}
