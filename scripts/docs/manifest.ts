import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Attribute, CustomElementDeclaration, CustomElementField, Event, Package } from "custom-elements-manifest";
import { type Setting, settingsOf } from "../../shared/settings.ts";
import { propertyName } from "../../widget/config/tokens.ts";
import { PLACEMENTS, PRELOADS, readElementOptions, THEMES } from "../../widget/element/element-options.ts";
import { isField, isMethod, readSource } from "./source.ts";

/** `custom-elements.json`: the element as its source declares it. Editors, docs and the playground read it. */

const root = join(import.meta.dirname, "../..");
const UNIONS: Record<string, readonly string[]> = { Theme: THEMES, Placement: PLACEMENTS, Preload: PRELOADS };

/** What CSS calls a kind of setting. */
const SYNTAX: Partial<Record<Setting["kind"], string>> = { color: "<color>", number: "<length>", integer: "<integer>" };

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Writes our named unions out: whoever reads the manifest does not know the names. */
const spelled = (type: string) =>
  type.replace(/\b(Theme|Placement|Preload)\b/g, (name) => (UNIONS[name] ?? []).map((one) => `"${one}"`).join(" | "));

/** Where the class sets what it inherits, the analyzer takes the assignment for a field of its own. */
const isOwn = ({ name }: { name: string }) => name !== "className";

const namesOf = (path: string, name: string) => readSource(path)(name).members.map((member) => member.name);

/** What a page may set as a string. */
const attributeType = (type: string) =>
  spelled(type)
    .split(" | ")
    .filter((one) => one !== "null" && !one.startsWith("Readonly<"))
    .join(" | ");

/** The part names that the views use. The doc block of the element must describe each of them. */
function partsInSource(): string[] {
  const names = new Set<string>();
  for (const file of globSync("widget/{panel,element,greeting}/**/*.ts", { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(/\bpart(?:=|", )"([a-z][\w-]*)"/g)) names.add(name);
  }
  return [...names].sort();
}

/** @throws Error where a part of the views is missing from the doc block of the element */
export function elementDeclaration(): CustomElementDeclaration {
  const element = readSource("widget/element/voice-widget.ts")("VoiceWidgetElement");
  const { cssParts = [], slots = [] } = element as CustomElementDeclaration;
  const standards = readElementOptions({}, "", () => {}, false) as unknown as Record<string, unknown>;
  const fallback = (name: string) =>
    typeof standards[name] === "string" && standards[name] ? `"${standards[name]}"` : undefined;
  const attributed = new Set([
    ...namesOf("widget/element/element-options.ts", "RawElementOptions"),
    ...namesOf("widget/config/page-options.ts", "RawPageOptions"),
  ]);
  const fields = element.members
    .filter(isField)
    .filter(isOwn)
    .map(
      ({ name, type, description, readonly }): CustomElementField => ({
        kind: "field",
        name,
        description,
        type: { text: spelled(type?.text ?? "") },
        ...(readonly && { readonly }),
        ...(attributed.has(name) && { attribute: kebab(name) }),
        ...(fallback(name) && { default: fallback(name) }),
      }),
    );
  const attributes = fields.flatMap(({ name, attribute, description, type, default: standard }): Attribute[] =>
    attribute
      ? [
          {
            name: attribute,
            description,
            type: { text: attributeType(type?.text ?? "") },
            ...(standard && { default: standard }),
            fieldName: name,
          },
        ]
      : [],
  );
  const events = readSource("widget/panel/widget-events.ts")("VoiceWidgetEvents").members.map(
    (event): Event => ({
      name: event.name,
      type: { text: `CustomEvent<${isField(event) ? event.type?.text : ""}>` },
      description: event.description,
    }),
  );

  const missing = partsInSource().filter((part) => !cssParts.some(({ name }) => name === part));
  if (missing.length)
    throw new Error(`say what these parts are, as @csspart in widget/element/voice-widget.ts: ${missing.join(", ")}`);

  return {
    kind: "class",
    name: "VoiceWidgetElement",
    description: element.description,
    customElement: true,
    tagName: "voice-widget",
    superclass: { name: "HTMLElement" },
    attributes,
    members: [...fields, ...element.members.filter(isMethod)],
    events,
    slots,
    cssParts,
    cssProperties: Object.entries(settingsOf("designTokens")).map(([name, { about, default: standard, kind }]) => ({
      name: propertyName(name),
      description: about,
      syntax: SYNTAX[kind] ?? "*",
      default: `${standard}${kind === "number" ? "px" : ""}`,
    })),
  };
}

export function manifest(): Package {
  return {
    schemaVersion: "2.1.0",
    modules: [
      {
        kind: "javascript-module",
        path: "index.js",
        declarations: [elementDeclaration()],
        exports: [
          { kind: "js", name: "VoiceWidgetElement", declaration: { name: "VoiceWidgetElement" } },
          { kind: "custom-element-definition", name: "voice-widget", declaration: { name: "VoiceWidgetElement" } },
        ],
      },
    ],
  };
}
