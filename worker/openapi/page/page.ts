import type { OpenApiDocument } from "../document.ts";
import { inline, json, prose, text } from "./markup.ts";
import { fields, typeOf } from "./schema.ts";
import { STYLE } from "./style.ts";

/** The document as one page without scripts, so that nothing from anywhere runs on it. */

// biome-ignore lint/suspicious/noExplicitAny: the document is any JSON, read by its field names.
type SchemaNode = Record<string, any>;

interface Entry {
  path: string;
  method: string;
  operation: SchemaNode;
}

const METHODS = ["get", "post", "patch", "delete"];

const entries = (document: OpenApiDocument): Entry[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => (methods[method] ? [{ path, method, operation: methods[method] }] : [])),
  );

const disclose = (label: string, content: string) => `<details><summary>${text(label)}</summary>${content}</details>`;

function parameters(list: SchemaNode[] | undefined): string {
  if (!list?.length) return "";
  const rows = list.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><td><code>${text(name)}</code>${required ? '<span class="required">required</span>' : ""}</td><td>${text(place)}</td><td>${typeOf(schema)}</td><td>${inline(description ?? "")}</td></tr>`,
  );
  return `<h4>Parameters</h4><div class="scroll"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function requestBody(body: SchemaNode | undefined, schemas: Record<string, SchemaNode>): string {
  const content = body?.content?.["application/json"];
  if (!content) return "";
  const schema = schemas[content.schema.$ref.split("/").at(-1)];
  return `<h4>Body${body.required ? "" : ", optional"}</h4>${schema ? fields(schema) : ""}${disclose("Example", json(content.example))}`;
}

function examplesOf(content: SchemaNode): string {
  if (content.example !== undefined) return disclose("Example", json(content.example));
  const named = Object.entries<SchemaNode>(content.examples ?? {});
  if (!named.length) return "";
  const label = named.length === 1 ? "Example" : `${named.length} examples`;
  return disclose(label, named.map(([, { value }]) => json(value)).join(""));
}

function responses(all: SchemaNode): string {
  const rows = Object.entries<SchemaNode>(all).map(([status, { description, content, headers }]) => {
    const body = content?.["application/json"];
    const sent = Object.keys(headers ?? {}).filter((name) => name !== "X-Request-Id");
    const carries = sent.length ? `<br>Headers: ${sent.map((name) => `<code>${text(name)}</code>`).join(", ")}` : "";
    return `<tr><td class="status">${text(status)}</td><td>${inline(description)}${carries}</td><td>${body ? typeOf(body.schema) : ""}${body ? examplesOf(body) : ""}</td></tr>`;
  });
  return `<h4>Answers</h4><div class="scroll"><table><thead><tr><th class="status">Status</th><th>When</th><th>Body</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

const operationSection = ({ path, method, operation }: Entry, schemas: Record<string, SchemaNode>) =>
  `<section class="operation" id="${text(operation.operationId)}"><h3>${text(operation.summary)}</h3><div class="address"><span class="method ${method}">${method}</span><span>${text(path)}</span></div>${prose(operation.description)}${parameters(operation.parameters)}${requestBody(operation.requestBody, schemas)}${responses(operation.responses)}</section>`;

/** HTML of the whole page. */
export function docsPage(document: OpenApiDocument): string {
  const all = entries(document);
  const tags = document.tags.map(({ name, description }) => ({
    name,
    description,
    entries: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const schemas = Object.entries(document.components.schemas);
  const contents = tags.map(
    (tag) =>
      `<h2>${text(tag.name)}</h2><ul>${tag.entries.map(({ operation }) => `<li><a href="#${text(operation.operationId)}">${text(operation.summary)}</a></li>`).join("")}</ul>`,
  );
  const sections = tags.map(
    (tag) =>
      `<h2 id="tag-${text(tag.name)}">${text(tag.name)}</h2><p class="lead">${inline(tag.description)}</p>${tag.entries.map((entry) => operationSection(entry, document.components.schemas)).join("")}`,
  );
  const shapes = schemas.map(
    ([name, schema]) =>
      `<section class="operation" id="schema-${text(name)}"><h3>${text(name)}</h3>${prose(schema.description)}${fields(schema)}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${text(document.info.title)}</title><style>${STYLE}</style></head><body><a class="skip" href="#content">Skip to the content</a><nav aria-label="Contents">${contents.join("")}<h2>Shapes</h2><ul>${schemas.map(([name]) => `<li><a href="#schema-${text(name)}">${text(name)}</a></li>`).join("")}</ul></nav><main id="content"><h1>${text(document.info.title)}</h1><p class="lead">Version ${text(document.info.version)}. For programs: <a href="/openapi.json">openapi.json</a>, OpenAPI ${text(document.openapi)}.</p>${prose(document.info.description)}${sections.join("")}<h2>Shapes</h2><p class="lead">Bodies of requests and answers.</p>${shapes.join("")}</main></body></html>`;
}
