import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { contactSheet } from "./contact-sheet.ts";
import { LOOK_NAMES, openGallery, statesIn } from "./gallery.ts";
import type { LookName } from "./looks.ts";

/**
 * `npm run shots`: a picture of every state in every look, and dist/shots/index.html to see them side by side.
 * `npm run shots -- --look dark --state error` makes only those whose names begin so; `--scale 2` makes them finer.
 */

const { values } = parseArgs({
  options: { look: { type: "string", default: "" }, state: { type: "string", default: "" }, scale: { type: "string" } },
});

const out = join(import.meta.dirname, "../../dist/shots");
const gallery = await openGallery();
let count = 0;

async function shoot(look: LookName): Promise<void> {
  const stage = await gallery.stage(look, { scale: Number(values.scale) || undefined });
  mkdirSync(join(out, look), { recursive: true });
  for (const name of statesIn(look).filter((one) => one.startsWith(values.state))) {
    await stage.show(name);
    await stage.picture(name, join(out, look, `${name}.png`));
    count++;
  }
  await stage.close();
}

try {
  const looks = LOOK_NAMES.filter((name) => name.startsWith(values.look)).values();
  // Two at a time: each waits for its page most of the time.
  await Promise.all(
    [0, 1].map(async () => {
      for (const look of looks) await shoot(look);
    }),
  );
  writeFileSync(join(out, "index.html"), contactSheet(out));
  console.log(`made ${count} pictures; open dist/shots/index.html`);
} finally {
  await gallery.close();
}
