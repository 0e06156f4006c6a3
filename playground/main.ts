import { html, nothing, render } from "lit";
import { GROUP_LABELS, GROUPS, type Group, settingsOf, TRANSLATIONS } from "../shared/settings.ts";
import { languagesOf, textName } from "../shared/translations.ts";
import { attributeField, languageField, settingField } from "./fields.ts";
import { demoKey, serviceWith } from "./live.ts";
import { ATTRIBUTES } from "./options.ts";
import { type Choices, type Form, NOTHING, patchBody, snippet, withAttribute, withSetting } from "./state.ts";

/** The page has one state: every change is drawn, and passed to the live widget. */

type Tab = Group | "attributes";
const TITLES: Record<Tab, string> = { attributes: "Element", ...GROUP_LABELS };

let choices: Choices = NOTHING;
let key = "";
let form: Form = "element";
let tab: Tab = "attributes";
let copied = "";
/** The language whose texts are shown; empty: the texts for all languages. */
let language = "";

const widget = document.createElement("voice-widget");
const home = document.getElementById("options") as HTMLElement;

function change(next: Choices): void {
  const before = choices;
  choices = next;
  for (const { name } of ATTRIBUTES) {
    const value = next.attributes[name];
    if (value === undefined) widget.removeAttribute(name);
    else if (widget.getAttribute(name) !== value) widget.setAttribute(name, value);
  }
  if (before.settings !== next.settings) widget.setAttribute("base-url", serviceWith(next.settings));
  copied = "";
  draw();
}

function takeKey(next: string): void {
  key = next.trim();
  widget.setAttribute("api-key", key);
  draw();
}

async function copy(what: string, text: string, source: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    copied = `${what} copied.`;
  } catch {
    // No clipboard on an insecure address: mark the text, so that one key press copies it.
    const node = document.getElementById(source);
    if (node) getSelection()?.selectAllChildren(node);
    copied = "Press Ctrl+C to copy what is marked.";
  }
  draw();
}

const count = (of: Tab) => Object.keys(of === "attributes" ? choices.attributes : choices.settings[of]).length;

/** Chooses the language of the texts below it. */
const languageOfTexts = () =>
  languageField(TRANSLATIONS, language, languagesOf(Object.keys(choices.settings.copy)), (next) => {
    language = next;
    draw();
  });

const fields = (of: Tab) =>
  of === "attributes"
    ? ATTRIBUTES.map((option) =>
        attributeField(option, choices.attributes[option.name], (value) =>
          change(withAttribute(choices, option, value)),
        ),
      )
    : [
        of === "copy" ? languageOfTexts() : nothing,
        ...Object.entries(settingsOf(of)).map(([own, setting]) => {
          const name = of === "copy" ? textName(language, own) : own;
          return settingField(`${of}-${name}`, own, setting, choices.settings[of][name] ?? null, (value) =>
            change(withSetting(choices, of, name, value)),
          );
        }),
      ];

const output = (title: string, id: string, text: string, more: unknown = nothing) =>
  html`<section class="output" aria-label=${title}>
    <div class="output-head">
      <h2>${title}</h2>
      ${more}
      <button type="button" class="small" @click=${() => copy(title, text, id)}>Copy<span class="visually-hidden"> ${title}</span></button>
    </div>
    <pre id=${id} tabindex="0" aria-label=${title}><code>${text}</code></pre>
  </section>`;

function draw(): void {
  const changed = (["attributes", ...GROUPS] as const).reduce((sum, of) => sum + count(of), 0);
  render(
    html`
      <form class="options" aria-label="Options" @submit=${(event: Event) => event.preventDefault()}>
        <div class="field">
          <label for="key">Key</label>
          <input
            id="key"
            type="text"
            class="code"
            spellcheck="false"
            autocomplete="off"
            placeholder="svc_pk_…"
            aria-describedby="key-hint"
            .value=${key}
            @change=${(event: Event) => takeKey((event.target as HTMLInputElement).value)}
          />
          <p class="hint" id="key-hint">The demo's, or one of your own channels'. It stays on this page.</p>
        </div>
        <div class="choices" role="group" aria-label="Groups of options">
          ${(["attributes", ...GROUPS] as const).map(
            (of) => html`<button
              type="button"
              aria-pressed=${of === tab}
              @click=${() => {
                tab = of;
                draw();
              }}
            >
              ${TITLES[of]}
              ${count(of) ? html`<span class="badge">${count(of)}<span class="visually-hidden"> changed</span></span>` : nothing}
            </button>`,
          )}
        </div>
        ${(["attributes", ...GROUPS] as const).map(
          (of) => html`<fieldset ?hidden=${of !== tab}>
            <legend class="visually-hidden">${TITLES[of]}</legend>
            <div class="columns">${fields(of)}</div>
          </fieldset>`,
        )}
      </form>
        ${output(
          "Snippet",
          "snippet",
          snippet(form, location.origin, key, choices),
          html`<div class="choices" role="group" aria-label="Form of the snippet">
            ${(["element", "script"] as const).map(
              (one) => html`<button
                type="button"
                class="small"
                aria-pressed=${one === form}
                @click=${() => {
                  form = one;
                  draw();
                }}
              >
                ${one === "element" ? "Two tags" : "One tag"}
              </button>`,
            )}
          </div>`,
        )}
        ${output("Settings", "patch", patchBody(choices))}
        <p class="hint">
          Save the settings in the <a href="/console/">console</a> under Look, or with
          <code>PATCH /admin/v1/projects/{id}</code>.
        </p>
        <div class="bar">
          <p role="status">${copied || (changed ? `${changed} changed` : "All as by default")}</p>
          <button type="button" ?disabled=${changed === 0} @click=${() => change(NOTHING)}>Reset all</button>
        </div>
    `,
    home,
  );
}

draw();
widget.setAttribute("base-url", serviceWith(choices.settings));
takeKey(await demoKey());
document.getElementById("stage")?.append(widget);
const script = document.createElement("script");
script.type = "module";
script.src = "/voice-widget.js";
document.head.append(script);
