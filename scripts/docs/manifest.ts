import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  Attribute,
  ClassField,
  ClassMethod,
  CustomElementDeclaration,
  Event,
  Package,
} from "custom-elements-manifest";
import { propertyName } from "../../widget/config/tokens.ts";
import { PLACEMENTS, PRELOADS, readElementOptions, THEMES } from "../../widget/element/element-options.ts";
import { settings } from "./settings.ts";
import { Source } from "./source.ts";

/** `custom-elements.json`: the element as its source declares it. Editors, docs and the playground read it. */

const root = join(import.meta.dirname, "../..");
const UNIONS: Record<string, readonly string[]> = { Theme: THEMES, Placement: PLACEMENTS, Preload: PRELOADS };

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Names of unions are spelled out; nothing but this source knows them. */
const spelled = (type: string) =>
  type.replace(/\b(Theme|Placement|Preload)\b/g, (name) => (UNIONS[name] ?? []).map((one) => `"${one}"`).join(" | "));

/** What a page may set as a string. */
const attributeType = (type: string) =>
  spelled(type)
    .split(" | ")
    .filter((one) => one !== "null" && !one.startsWith("Readonly<"))
    .join(" | ");

/** All part names in the views; a test of the doc block, which says what each one is. */
export function partsInSource(): string[] {
  const found = new Set<string>();
  for (const file of globSync("widget/{panel,element,greeting}/**/*.ts", { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(/\bpart(?:=|", )"([a-z][\w-]*)"/g)) found.add(name);
  }
  return [...found].sort();
}

function described(doc: { tags: { tag: string; value: string }[] }, tag: string) {
  return doc.tags
    .filter((one) => one.tag === tag)
    .map(({ value }) => {
      const [name = "", ...rest] = value.split(" - ");
      return { name: name.trim(), description: rest.join(" - ").trim() };
    });
}

/** @throws Error where a part of the views is missing from the doc block of the element */
export function elementDeclaration(): CustomElementDeclaration {
  const element = new Source("widget/element/voice-widget.ts");
  const doc = element.docOf(element.declaration("VoiceWidgetElement"));
  const standards = readElementOptions({}, "", () => {}) as unknown as Record<string, unknown>;
  const members = element.members("VoiceWidgetElement");

  const listed = new Source("widget/element/base-element.ts").strings("PROPERTIES");
  const live = members.filter(({ name }) => listed.includes(name));
  const fallback = (name: string) =>
    typeof standards[name] === "string" && standards[name] ? `"${standards[name]}"` : undefined;
  const attributes: Attribute[] = live.map(({ name, type, doc: { text } }) => ({
    name: kebab(name),
    description: text,
    type: { text: attributeType(type) },
    ...(fallback(name) && { default: fallback(name) }),
    fieldName: name,
  }));
  const fields: ClassField[] = members
    .filter(({ kind }) => kind === "property")
    .map(({ name, type, readonly, doc: { text } }) => ({
      kind: "field",
      name,
      description: text,
      type: { text: spelled(type) },
      ...(readonly && { readonly: true }),
      ...(listed.includes(name) && { attribute: kebab(name) }),
      ...(fallback(name) && { default: fallback(name) }),
    }));
  const methods: ClassMethod[] = members
    .filter(({ kind }) => kind === "method")
    .map(({ name, returns, parameters, doc: { text } }) => ({
      kind: "method",
      name,
      description: text,
      parameters: parameters.map(({ name, type, optional }) => ({ name, type: { text: type }, optional })),
      return: { type: { text: returns } },
    }));
  const events: Event[] = new Source("widget/panel/widget-events.ts").members("VoiceWidgetEvents").map((event) => ({
    name: event.name,
    type: { text: `CustomEvent<${event.type}>` },
    description: event.doc.text,
  }));

  const parts = described(doc, "csspart");
  const missing = partsInSource().filter((part) => !parts.some(({ name }) => name === part));
  if (missing.length)
    throw new Error(`say what these parts are, as @csspart in widget/element/voice-widget.ts: ${missing.join(", ")}`);

  return {
    kind: "class",
    name: "VoiceWidgetElement",
    description: doc.text,
    customElement: true,
    tagName: "voice-widget",
    superclass: { name: "HTMLElement" },
    attributes,
    members: [...fields, ...methods],
    events,
    slots: described(doc, "slot"),
    cssParts: parts,
    cssProperties: settings().designTokens.map(({ name, about, fallback, kind }) => ({
      name: propertyName(name),
      description: about,
      syntax: kind === "color" ? "<color>" : kind === "number" ? (name === "zIndex" ? "<integer>" : "<length>") : "*",
      default: kind === "number" && name !== "zIndex" ? `${fallback}px` : String(fallback),
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
