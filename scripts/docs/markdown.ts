import type { ClassField, ClassMethod } from "custom-elements-manifest";
import { CONFIG_GROUPS, type ConfigField, type ConfigGroup } from "../../shared/config-fields.ts";
import { elementDeclaration } from "./manifest.ts";
import { settings } from "./settings.ts";
import { type Member, Source } from "./source.ts";

/** The generated pages of `docs/`, as Markdown. */

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const code = (text: string) => (text ? `\`${text}\`` : "");
/** Inside a table's cell a pipe would end the cell, even in code. */
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => "---"), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(" | ")} |`).join("\n");

const NOTE = "<!-- Made by `npm run docs` from the source. Change it there. -->";

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

const signature = ({ name, parameters = [], return: returns }: ClassMethod) =>
  `${name}(${parameters.map((one) => `${one.name}${one.optional ? "?" : ""}: ${one.type?.text}`).join(", ")})${
    returns?.type?.text === "void" ? "" : `: ${returns?.type?.text}`
  }`;

const call = ({ name, parameters, returns }: Member) =>
  signature({
    kind: "method",
    name,
    parameters: parameters.map(({ name, type, optional }) => ({ name, type: { text: type }, optional })),
    return: { type: { text: returns } },
  });

function sessionApi(): string {
  const session = new Source("widget/session/voice-session.ts");
  const options = session
    .members("VoiceSessionOptions")
    .map(({ name, type, optional, doc }) => [code(name), code(type), optional ? "" : "yes", doc.text]);
  const members = session.members("VoiceSession");
  const fields = members
    .filter(({ kind }) => kind === "property")
    .map(({ name, type, doc }) => [code(name), code(type), doc.text]);
  const methods = members.filter(({ kind }) => kind === "method").map((one) => [code(call(one)), one.doc.text]);
  return `## VoiceSession

${session.docOf(session.declaration("VoiceSession")).text}

\`\`\`ts
import { VoiceSession } from "voice-widget/client";

const session = new VoiceSession({ apiKey: "svc_pk_…", baseUrl: "https://YOUR-HOST", agentId: 7 });
session.subscribe((state) => render(state));
button.onclick = () => session.start();
\`\`\`

\`state\` is one union over \`status\` (\`idle\`, \`connecting\`, \`listening\`, \`thinking\`, \`speaking\`, \`ended\`,
\`error\`); each status carries only the fields that exist then, so TypeScript knows what may be read.

### Options

${table(["option", "type", "required", "meaning"], options)}

### Properties

${table(["property", "type", "meaning"], fields)}

### Methods

${table(["method", "meaning"], methods)}`;
}

export function elementPage(): string {
  const declaration = elementDeclaration();
  const { attributes = [], members = [], events = [], slots = [], cssParts = [], cssProperties = [] } = declaration;
  const fields = members.filter((member): member is ClassField => member.kind === "field");
  const methods = members.filter((member): member is ClassMethod => member.kind === "method");
  return `${NOTE}

# \`<voice-widget>\`

${declaration.description}

## Two ways to embed it

\`\`\`html
<script type="module" src="https://YOUR-HOST/voice-widget.js"></script>
<voice-widget api-key="svc_pk_…"></voice-widget>
\`\`\`

For sites that strip unknown elements, one tag alone; every \`data-*\` becomes the attribute of that name:

\`\`\`html
<script async src="https://YOUR-HOST/voice-widget.js" data-api-key="svc_pk_…" data-placement="bottom-left"></script>
\`\`\`

\`voice-widget.js\` follows every deployment within five minutes. \`voice-widget-<version>.js\` never changes and is kept
for good; pin it with the hash that \`npm run build\` prints, that \`/release.json\` of your service tells and that the
console shows beside a channel's snippet:

\`\`\`html
<script
  type="module"
  src="https://YOUR-HOST/voice-widget-<version>.js"
  integrity="sha384-…"
  crossorigin="anonymous"
></script>
\`\`\`

The hash covers that file; what it loads later has the hash of its content in its name and comes from your host alone.

## Attributes

All are live, and each is a property too. What the page sets wins over the owner's settings
([configuration.md](configuration.md)).

${table(
  ["attribute", "property", "type", "default", "meaning"],
  attributes.map(({ name, fieldName, type, default: standard, description }) => [
    code(name),
    code(fieldName ?? ""),
    code(type?.text ?? ""),
    code(standard ?? ""),
    description ?? "",
  ]),
)}

## Other properties

${table(
  ["property", "type", "meaning"],
  fields
    .filter(({ name }) => !attributes.some(({ fieldName }) => fieldName === name))
    .map(({ name, type, description }) => [code(name), code(type?.text ?? ""), description ?? ""]),
)}

The host carries the status as \`data-status\` too, for the page's CSS.

## Methods

Properties may be set at any time. Methods are there once the script has run, so await
\`customElements.whenDefined("voice-widget")\`; what a call needs may still be loading, it is kept until then.

${table(
  ["method", "meaning"],
  methods.map((method) => [code(signature(method)), method.description ?? ""]),
)}

### Tools of the page

An operator gives the agent a tool of kind \`client\`; the page says what it does. What the handler returns, or throws, is
told to the agent.

\`\`\`js
const widget = document.querySelector("voice-widget");
await customElements.whenDefined("voice-widget");
widget.registerTool("show_offer", async ({ coffee, discount_percent }, { signal }) => {
  await showOffer(coffee, discount_percent, signal);
  return { shown: true };
});
\`\`\`

### Facts about the visitor

\`\`\`js
widget.context = { plan: "pro", language: "de" };     // before the conversation
widget.sendContext({ cart_total: "129.00 EUR" });     // at any time; during one the agent learns it without answering
\`\`\`

### Your own button

Any element with \`data-voice-widget-open\` opens the first widget of the page, or the one whose id it names; it gets the
focus back when the panel closes.

\`\`\`html
<button type="button" data-voice-widget-open>Talk to us</button>
<button type="button" data-voice-widget-open="support">Talk to support</button>
<voice-widget id="support" api-key="svc_pk_…"></voice-widget>
\`\`\`

## Events

All bubble and are composed. With TypeScript, \`addEventListener\` knows each \`detail\`.

${table(
  ["event", "detail", "meaning"],
  events.map(({ name, type, description }) => [
    code(name),
    code(type?.text.replace(/^CustomEvent<(.*)>$/, "$1") ?? ""),
    description ?? "",
  ]),
)}

## Slots

${table(
  ["slot", "content"],
  slots.map(({ name, description }) => [code(name), description ?? ""]),
)}

## Parts

For \`voice-widget::part(…)\`.

${table(
  ["part", "what it is"],
  cssParts.map(({ name, description }) => [code(name), description ?? ""]),
)}

## Custom properties

A page's own value wins over the setting of the project.

${table(
  ["property", "default", "meaning"],
  cssProperties.map(({ name, default: standard, description }) => [
    code(name),
    code(standard ?? ""),
    description ?? "",
  ]),
)}

${sessionApi()}

## In frameworks

\`npm run build\` makes an npm package in \`dist/npm\`, with types for all of this and \`custom-elements.json\` for editors.

| framework | how |
| --- | --- |
| React 19 | \`import "voice-widget"\`; types: \`import type {} from "voice-widget/react"\`; listeners as props: \`{...{ "onvoice-widget:message": (event) => … }}\` |
| Vue 3 | \`import "voice-widget"\`; \`app.config.compilerOptions.isCustomElement = (tag) => tag === "voice-widget"\`; types: \`import type {} from "voice-widget/vue"\` |
| Svelte 5 | \`import "voice-widget"\`; types: \`import type {} from "voice-widget/svelte"\` |
| on a server | importing does nothing there; the element starts in the browser |

The package brings the widget's files into your own bundle, so \`base-url\` has to say where the service is. With Vite's
development server add \`optimizeDeps: { exclude: ["voice-widget"] }\`, which keeps the audio worklet a file of its own.
`;
}
