import type { ToolShown } from "../answers.ts";
import { LocalFaults } from "../controllers/form.ts";

/** An agent's tools as text that can be edited and sent back: no nulls, and no secret, which the server never shows. */
export function toolsText(tools: readonly ToolShown[]): string {
  const editable = tools.map(({ name, description, kind, url, parameters }) => ({
    name,
    description,
    kind,
    ...(url === null ? {} : { url }),
    parameters,
  }));
  return editable.length ? JSON.stringify(editable, null, 2) : "";
}

/** Reads the text of the field `tools`; says where it stops being JSON. */
export function readTools(text: string): unknown[] {
  if (text.trim() === "") return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LocalFaults("tools", `This is not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(value)) throw new LocalFaults("tools", "Write a list: [ … ]");
  return value;
}

const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

/** A first tool of each kind, to change into one's own. */
export const EXAMPLES = {
  client: { name: "show_page", description: "Opens a page of this site", kind: "client", parameters: city },
  webhook: {
    name: "opening_hours",
    description: "Opening hours of the shop in a city",
    kind: "webhook",
    url: "https://shop.example/hooks/hours",
    secret: "whsec_c2VjcmV0LW9mLXlvdXItc2hvcA==",
    parameters: city,
  },
} as const;
