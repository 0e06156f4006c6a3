import { adoptStyles, html, LitElement, type PropertyDeclarations, type PropertyValues } from "lit";
import type { SoundSettings } from "../audio/sound-settings.ts";
import type { PageConfig } from "../config/read-config.ts";
import { DialogController } from "../controllers/dialog-controller.ts";
import { FocusController } from "../controllers/focus-controller.ts";
import { LevelsController } from "../controllers/levels-controller.ts";
import { ScrollController } from "../controllers/scroll-controller.ts";
import type { SessionErrorCode } from "../errors.ts";
import { directionOf } from "../i18n/locales.ts";
import type { Messages } from "../i18n/messages.ts";
import type { SessionState } from "../session/state.ts";
import type { Levels } from "../session/voice-session.ts";
import { controlStyles } from "../styles/controls.ts";
import { orbStyles } from "../styles/orb.ts";
import { panelStyles } from "../styles/panel.ts";
import { transcriptStyles } from "../styles/transcript.ts";
import { callBar } from "./call-bar.ts";
import { composer } from "./composer.ts";
import { consent } from "./consent.ts";
import { footer } from "./footer.ts";
import { header } from "./header.ts";
import { later, loadLater } from "./load-later.ts";
import { notice } from "./notice.ts";
import { PANEL_REQUEST, type PanelRequest } from "./request.ts";
import { stage } from "./stage.ts";
import { transcript } from "./transcript.ts";
import { inCall, liveOf, textsOf, type ViewModel } from "./view-model.ts";

/** Exported through `<voice-widget>`, so that a page reaches them as `voice-widget::part(…)`. */
const PARTS = `panel header close transcript message-user message-agent status start mute end interrupt notice retry
  agent-picker consent agree decline star comment comment-send copy voice talk settings settings-toggle composer input send footer link`;

/**
 * What opens on the click: state in, requests out. It changes no fact itself.
 *
 * @fires panel-request - A `PanelRequest`, on this element only.
 * @slot header, footer
 */
export class VoiceWidgetPanel extends LitElement {
  static override styles = [panelStyles, controlStyles, orbStyles, transcriptStyles];
  static override properties: PropertyDeclarations = {
    open: { attribute: false },
    inline: { attribute: false },
    locale: { attribute: false },
    messages: { attribute: false },
    config: { attribute: false },
    trouble: { attribute: false },
    agentId: { attribute: false },
    agentChoice: { attribute: false },
    askConsent: { attribute: false },
    sound: { attribute: false },
    state: { attribute: false },
  };

  declare open: boolean;
  /** In the page's flow instead of over it: no dialog, nothing to close. */
  declare inline: boolean;
  declare locale: string;
  declare messages: Messages;
  declare config: PageConfig;
  declare trouble: SessionErrorCode | null;
  declare agentId: number | null;
  /** Whether the visitor may choose the agent. */
  declare agentChoice: boolean;
  declare askConsent: boolean;
  declare sound: SoundSettings;
  declare state: SessionState;
  /** Not a property of Lit's: loudness is read once per frame and rendered by nobody. */
  levels: () => Levels = () => ({ input: 0, output: 0 });

  readonly #levels = new LevelsController(this);
  #rating: number | null = null;
  #commented = false;
  /** Whether the styles of what came later are there. */
  #styled = false;
  /** Drawn while it is open. */
  #settings: ((model: ViewModel) => unknown) | null = null;

  constructor() {
    super();
    new DialogController(this);
    new FocusController(this);
    new ScrollController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute("exportparts", PARTS.split(/\s+/).join(","));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (later && !this.#styled) {
      this.#styled = true;
      adoptStyles(this.renderRoot as ShadowRoot, [...VoiceWidgetPanel.styles, later.laterStyles]);
    }
    if (changed.has("state") && this.state.status === "connecting") {
      this.#rating = null;
      this.#commented = false;
      this.#settings = null;
    }
  }

  protected override updated(): void {
    this.#levels.run(this.open && liveOf(this.state) !== null);
  }

  protected override render() {
    const model = this.#model();
    const direction = directionOf(this.locale);
    const content = html`
      ${header(model)}
      <div class="body">
        ${stage(model)} ${transcript(model)} ${model.askConsent ? consent(model) : [notice(model), later?.ending(model)]}
      </div>
      ${inCall(model.state) ? [this.#settings?.(model), callBar(model)] : ""} ${model.askConsent ? "" : composer(model)} ${footer(model)}
    `;
    return this.inline
      ? html`<section class="panel inline" part="panel" aria-label=${model.title} tabindex="-1" lang=${this.locale} dir=${direction}>
          ${content}
        </section>`
      : html`<dialog
          class="panel"
          part="panel"
          role="dialog"
          tabindex="-1"
          aria-label=${model.title}
          lang=${this.locale}
          dir=${direction}
          @cancel=${this.#cancel}
        >
          ${content}
        </dialog>`;
  }

  #model(): ViewModel {
    const { branding, copy, features, agents } = this.config;
    const texts = textsOf(this.messages, copy);
    const agent = agents.find(({ id }) => id === this.agentId) ?? null;
    const session = "session" in this.state ? this.state.session : null;
    return {
      state: this.state,
      title: branding.title ?? session?.agent_name ?? agent?.name ?? texts.conversation,
      branding,
      features,
      texts,
      agent,
      choice: this.agentChoice && features.agentPicker ? agents : [],
      trouble: this.trouble,
      askConsent: this.askConsent,
      rating: this.#rating,
      commented: this.#commented,
      sound: this.sound,
      settings: this.#settings !== null,
      inline: this.inline,
      slotted: this.querySelector("[slot=footer]") !== null,
      errorText: copy.error,
      request: this.#request,
    };
  }

  /** Devices are listed anew each time: one may have been plugged in. */
  async #toggleSettings(): Promise<void> {
    if (this.#settings) {
      this.#settings = null;
    } else {
      await loadLater();
      const devices = await later?.listDevices();
      this.#settings = (model) => devices && later?.settingsView(model, devices);
    }
    this.requestUpdate();
  }

  /** A modal dialog would close itself on Escape: it asks instead, as its button does. */
  readonly #cancel = (event: Event) => {
    event.preventDefault();
    this.#request({ type: "close" });
  };

  readonly #request = (request: PanelRequest) => {
    if (request.type === "rate") {
      this.#rating = request.rating;
      this.#commented = request.text !== undefined;
      this.requestUpdate();
    }
    if (request.type === "settings") void this.#toggleSettings();
    this.dispatchEvent(new CustomEvent(PANEL_REQUEST, { detail: request }));
  };
}
