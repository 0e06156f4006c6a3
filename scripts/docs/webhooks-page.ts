import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WEBHOOK_PAYLOADS } from "../../shared/webhook-payloads.ts";
import { code, table } from "./markdown.ts";

const FILE = join(import.meta.dirname, "../../docs/webhooks.md");
const BEGIN = "<!-- Made by `npm run docs` from shared/webhook-payloads.ts. -->\n";
const END = "\n<!-- Until here. -->";

/** `docs/webhooks.md`: by hand, but for its table of events. */
export function webhooksPage(): string {
  const [before, rest] = readFileSync(FILE, "utf8").split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${FILE} needs the lines ${BEGIN}and ${END.trim()}`);
  const rows = Object.entries(WEBHOOK_PAYLOADS).map(([event, { shape, description = "" }]) => {
    const names = (optional: boolean) =>
      Object.entries(shape)
        .filter(([, schema]) => (schema._zod.def.type === "optional") === optional)
        .map(([name]) => name);
    const always = code(names(false).join(", "));
    const sometimes = names(true).map(code).join(", ");
    return [code(event), description, sometimes ? `${always}; where it applies ${sometimes}` : always];
  });
  return `${before}${BEGIN}\n${table(["type", "when", "data"], rows)}\n${END}${after}`;
}
