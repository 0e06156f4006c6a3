import { elementDeclaration } from "./manifest.ts";
import { code, NOTE, table } from "./markdown.ts";
import { sessionApi, signature } from "./session-api.ts";
import { isField, isMethod } from "./source.ts";

export function elementPage(): string {
  const declaration = elementDeclaration();
  const { attributes = [], members = [], events = [], slots = [], cssParts = [], cssProperties = [] } = declaration;
  const fields = members.filter(isField);
  const methods = members.filter(isMethod);
  return `${NOTE}

# \`<voice-widget>\`

${declaration.description}

## Three ways to embed it

**One tag of a channel** (the console shows it as the snippet). One request brings the launcher with the owner's look and words. Every \`data-*\` becomes the attribute of that
name:

\`\`\`html
<script async src="https://YOUR-HOST/embed/ch_….js" data-placement="bottom-left"></script>
\`\`\`

The script has the owner's settings inside. A browser caches it for a minute, so that the next pages of the site need no request;
after that it only asks whether the script has changed. If the key is refused or has reached its limit, there is no widget on the page, and one
warning in the browser's console. A key with allowed domains has to see the page's origin. If a page sends no
referrer, as under \`Referrer-Policy: no-referrer\` or \`same-origin\`, the script is loaded a second time, as a module, since that request names the origin;
\`referrerpolicy="origin"\` on the tag avoids the second request.

**Two tags**, if the element shall stand at a certain place, or a framework renders it. The settings take a second
request:

\`\`\`html
<script type="module" src="https://YOUR-HOST/voice-widget.js"></script>
<voice-widget api-key="svc_pk_…"></voice-widget>
\`\`\`

If the page also has a channel's tag with the same key, that script uses this element instead of making one.

**One tag with a key.** Its address is the same on every site:

\`\`\`html
<script async src="https://YOUR-HOST/voice-widget.js" data-api-key="svc_pk_…" data-placement="bottom-left"></script>
\`\`\`

\`voice-widget.js\` follows every deployment within five minutes. \`voice-widget-<version>.js\` never changes and stays
for good. To pin it, take its hash from the output of \`npm run build\`, from \`/release.json\` of your service, or from the
console, beside a channel's snippet:

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

All can be changed at any time, and each is also a property. What the page sets overrides the owner's settings
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

The element also has the status as its attribute \`data-status\`, for the page's CSS.

## Methods

Properties may be set at any time. Methods exist once the script has run, so await
\`customElements.whenDefined("voice-widget")\`. If the panel is still loading, a call waits for it.

${table(
  ["method", "meaning"],
  methods.map((method) => [code(signature(method)), method.description ?? ""]),
)}

### Tools of the page

An operator gives the agent a tool of kind \`client\` (*page tool* in the console); the page registers what it does. The agent gets what the handler
returns, or the message of the error that it throws.

\`\`\`js
const widget = document.querySelector("voice-widget");
await customElements.whenDefined("voice-widget");
widget.registerTool("show_offer", async ({ coffee, discount_percent }, { signal }) => {
  await showOffer(coffee, discount_percent, signal);
  return { shown: true };
});
\`\`\`

### How much a page may hand over

| what | at most |
| --- | --- |
| \`sendText\` | 8,000 characters, as the visitor may type |
| \`sendContext\`, together with \`context\` before a conversation | 50 pairs, 8 KiB as JSON |
| what a tool returns, as JSON, over WebRTC | what both ends have agreed on, at most 255 KiB; 63 KiB if they agreed on nothing |
| what a tool returns, as JSON, over a WebSocket | 233 KiB |
| one request to the service | 64 KiB |

More is refused as a whole: nothing is sent, \`voice-widget:error\` has the code \`too_long\`, and the browser's console says what was refused. The agent is told
that its tool's result was too long, and goes on. Why: [decision 0074](decisions/0074-bounds-of-what-a-page-hands-over.md).

### Facts about the visitor

\`\`\`js
widget.context = { plan: "pro", language: "de" };     // before the conversation
widget.sendContext({ cart_total: "129.00 EUR" });     // at any time; the agent does not answer it
\`\`\`

### Your own button

A click on any element with \`data-voice-widget-open\` opens a widget: the first one of the page if the value is empty or \`"true"\`, else the one with that
id. That element gets the focus back when the panel closes. If there is no such id, the browser's console says so.

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

A page's own value wins over the setting of the project. The page's slots and \`::part()\` rules inherit the tokens in force.

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
| Angular | \`import "voice-widget"\`, \`schemas: [CUSTOM_ELEMENTS_SCHEMA]\`, \`<voice-widget #widget [attr.api-key]="key" [context]="facts">\`; no template can name an event with a colon: \`this.widget().nativeElement.addEventListener("voice-widget:message", …)\` in \`afterNextRender\`, with \`widget = viewChild.required<ElementRef<HTMLElement>>("widget")\` |
| Astro | the element in a layout, beside it \`<script>import "voice-widget";</script>\`; it goes on over \`<ClientRouter />\`, with \`transition:persist\` and without |
| on a server | importing does nothing there; the element starts in the browser |

**React on a server** (Next.js, React Router, Remix, Astro). React 19 attaches no listeners to an element that was rendered on the server, and sets no objects on it:
\`onvoice-widget:message\` and \`context={{ … }}\` do nothing, without a warning. Set both in a \`ref\`:

\`\`\`tsx
"use client";
import type { VoiceWidgetElement, VoiceWidgetEventMap } from "voice-widget/react";

/** Outside of the component, or in \`useCallback\`, so that it stays the same. */
function given(element: VoiceWidgetElement) {
  element.context = { plan: "pro" };
  const heard = ({ detail }: VoiceWidgetEventMap["voice-widget:message"]) => console.log(detail.text);
  element.addEventListener("voice-widget:message", heard);
  return () => element.removeEventListener("voice-widget:message", heard);
}

export const Support = () => <voice-widget api-key="svc_pk_…" base-url="https://YOUR-HOST" ref={given} suppressHydrationWarning />;
\`\`\`

\`suppressHydrationWarning\` is there because the element writes its state into \`data-\` attributes, which React would report in development.

The package puts the widget's files into your own bundle, so \`base-url\` has to say where the service is. If a bundler leaves out
the files of the audio worklets (esbuild and with it Angular, Rollup by itself, Vite's development server without
\`optimizeDeps: { exclude: ["voice-widget"] }\`), the widget makes them from their text. Then a content security policy has to allow \`blob:\` in
\`script-src\`, or you copy \`audio-worklet.js\` and \`guard-worklet.js\` of the package beside the bundle.

In Vue, if a template may be rendered before the element is defined, pass objects as properties, \`:context.prop="facts"\`: as an attribute they
would become \`[object Object]\`.
`;
}
