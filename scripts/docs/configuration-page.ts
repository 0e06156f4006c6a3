import { GROUPS, type Group, type Setting, settingsOf, TRANSLATIONS } from "../../shared/settings.ts";
import { code, NOTE, table } from "./markdown.ts";

const ABOUT: Record<Group, string> = {
  designTokens:
    "Colours, fonts and sizes. Each is also a custom property of the element, `--voice-widget-accent` for `accent`, which " +
    "a page may set itself. Colours are `#rgb`, `#rrggbb` or `#rrggbbaa`; `auto` follows the theme. Whatever they are, " +
    "text keeps a contrast of 4.5:1 and controls keep 3:1.",
  branding: "Who speaks. Addresses are `http` or `https`; `null` shows nothing, or the agent's own name.",
  copy: "The owner's words. `null` takes the widget's own text in the visitor's language.",
  features: "What visitors can do.",
};

function limits(setting: Setting): string {
  switch (setting.kind) {
    case "number":
    case "integer":
      return `${setting.min} to ${setting.max}`;
    case "color":
      return setting.default === "auto" ? "colour or `auto`" : "colour";
    case "font":
      return `names, commas and quotes, at most ${setting.max} characters`;
    case "url":
    case "text":
      return `at most ${setting.max} characters`;
    case "switch":
      return "`true` or `false`";
  }
}

const TYPES: Record<Setting["kind"], string> = {
  color: "string",
  font: "string",
  number: "number",
  integer: "number",
  text: "string or null",
  url: "URL or null",
  switch: "boolean",
};

/** `docs/configuration.md`: every setting of an owner. */
export function configurationPage(): string {
  const groups = GROUPS.map((group) => {
    const rows = Object.entries(settingsOf(group)).map(([name, setting]) => [
      code(name),
      TYPES[setting.kind],
      code(JSON.stringify(setting.default)),
      limits(setting),
      setting.about,
    ]);
    if (group === "copy") rows.push([code("translations"), "object", code("{}"), "", TRANSLATIONS]);
    return `## ${group}\n\n${ABOUT[group]}\n\n${table(["setting", "type", "default", "limits", "meaning"], rows)}`;
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
