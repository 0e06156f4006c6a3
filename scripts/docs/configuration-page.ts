import { CONFIG_GROUPS, type ConfigField, type ConfigGroup } from "../../shared/config-fields.ts";
import { code, NOTE, table } from "./markdown.ts";
import { settings } from "./settings.ts";

const TITLES: Record<ConfigGroup, [title: string, about: string]> = {
  designTokens: [
    "designTokens",
    "Colours, fonts and sizes. Each is also a custom property of the element, `--voice-widget-accent` for `accent`, which " +
      "a page may set itself. Colours are `#rgb`, `#rrggbb` or `#rrggbbaa`; `auto` follows the theme. Whatever they are, " +
      "text keeps a contrast of 4.5:1 and controls keep 3:1.",
  ],
  branding: ["branding", "Who speaks. Addresses are `http` or `https`; `null` shows nothing, or the agent's own name."],
  copy: ["copy", "The owner's words. `null` takes the widget's own text in the visitor's language."],
  features: ["features", "What visitors can do."],
};

function limits({ kind, auto, min, max }: ConfigField): string {
  switch (kind) {
    case "number":
      return `${min} to ${max}`;
    case "color":
      return auto ? "colour or `auto`" : "colour";
    case "font":
      return `names, commas and quotes, at most ${max} characters`;
    case "url":
      return `at most ${max} characters`;
    case "text":
      return `at most ${max} characters`;
    case "switch":
      return "`true` or `false`";
    case "object":
      return "";
  }
}

const TYPES: Record<ConfigField["kind"], string> = {
  color: "string",
  font: "string",
  number: "number",
  text: "string or null",
  url: "URL or null",
  switch: "boolean",
  object: "object",
};

/** `docs/configuration.md`: every setting of an owner. */
export function configurationPage(): string {
  const all = settings();
  const groups = CONFIG_GROUPS.map((group) => {
    const [title, about] = TITLES[group];
    const rows = all[group].map((setting) => [
      code(setting.name),
      TYPES[setting.kind],
      code(JSON.stringify(setting.fallback)),
      limits(setting),
      setting.about,
    ]);
    return `## ${title}\n\n${about}\n\n${table(["setting", "type", "default", "limits", "meaning"], rows)}`;
  });
  return `${NOTE}

# The owner's settings

A project's \`widget_config\` has four groups. An operator sets them in the console under *Look*, or with
\`PATCH /admin/v1/projects/{id}\`, which merges group by group; \`null\` resets a value to its default:

\`\`\`json
{ "widget_config": { "designTokens": { "accent": "#0e6170" }, "features": { "greetingBubble": true } } }
\`\`\`

Values are checked when they are saved and again on the page. The playground at \`/playground/\` of a running service
turns every one of them beside a live widget and gives this body to copy. What the page sets on the element
([element.md](element.md)) wins over these settings.

${groups.join("\n\n")}
`;
}
