import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configurationPage } from "./configuration-page.ts";
import { elementPage } from "./element-page.ts";
import { languagesPage } from "./languages.ts";
import { securityPage } from "./public-calls.ts";
import { webhooksPage } from "./webhooks-page.ts";

/** `npm run docs` writes what of `docs/` is made from the source; with `--check` it only says what is stale. */

const root = join(import.meta.dirname, "../..");
const PAGES = {
  "docs/configuration.md": configurationPage,
  "docs/element.md": elementPage,
  "docs/languages.md": languagesPage,
  "docs/security.md": securityPage,
  "docs/webhooks.md": webhooksPage,
};

let stale = 0;
for (const [file, make] of Object.entries(PAGES)) {
  const path = join(root, file);
  const page = await make();
  if (existsSync(path) && readFileSync(path, "utf8") === page) continue;
  stale++;
  if (process.argv.includes("--check")) console.error(`${file} is stale: run npm run docs`);
  else {
    writeFileSync(path, page);
    console.log(`wrote ${file}`);
  }
}
if (stale === 0) console.log("docs: as the source says");
else if (process.argv.includes("--check")) process.exitCode = 1;
