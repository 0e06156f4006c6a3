import { standInForService } from "./frame-service.ts";
import { type PreviewState, READY } from "./preview-message.ts";

/** The preview's page: the real element in a window of its own, with a service that lives in this page. */

const QUESTION = "Are you open on Saturday?";

interface Widget extends HTMLElement {
  open(): void;
  sendText(text: string): void;
}

const service = standInForService();
let widget: Widget | null = null;
let shown: PreviewState | null = null;
let turn = 0;

/** Another address each time, so that the element loads its settings again and keeps its panel. */
const address = () => `${location.origin}/console/preview/${++turn}`;

/** A new element, as on a visitor's first visit. */
function place(): Widget {
  widget?.remove();
  service.forget();
  const made = document.createElement("voice-widget") as Widget;
  made.setAttribute("api-key", "svc_pk_preview");
  widget = made;
  return made;
}

function show(state: PreviewState): void {
  const before = shown;
  shown = state;
  service.set(state);
  const again = widget === null || before?.scene !== state.scene;
  const now = again ? place() : (widget as Widget);
  document.documentElement.dataset.theme = state.theme;
  now.setAttribute("theme", state.theme);
  if (state.language) now.setAttribute("locale", state.language);
  else now.removeAttribute("locale");
  const changed = JSON.stringify([before?.config, before?.agent]) !== JSON.stringify([state.config, state.agent]);
  if (again || changed) now.setAttribute("base-url", address());
  if (!again) return;
  document.body.append(now);
  void play(now, state.scene);
}

async function play(now: Widget, scene: PreviewState["scene"]): Promise<void> {
  await customElements.whenDefined("voice-widget");
  if (now !== widget || scene === "launcher") return;
  now.open();
  if (scene === "talk") now.sendText(QUESTION);
}

/** What opens here takes the focus only where this page has it. */
function stayBeside(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    if (window.frameElement === parent.document.activeElement) focus.call(this, options);
  };
  // A dialog takes it by itself.
  for (const name of ["show", "showModal"] as const) {
    const open = HTMLDialogElement.prototype[name];
    HTMLDialogElement.prototype[name] = function () {
      const before = parent.document.activeElement;
      open.call(this);
      if (before === window.frameElement) return;
      (window.frameElement as HTMLElement | null)?.blur();
      (before as HTMLElement | null)?.focus();
    };
  }
}

stayBeside();
const script = document.createElement("script");
script.type = "module";
script.src = "/voice-widget.js";
document.head.append(script);
addEventListener("message", ({ origin, source, data }: MessageEvent<PreviewState>) => {
  if (origin === location.origin && source === parent && data.config) show(data);
});
parent.postMessage(READY, location.origin);
