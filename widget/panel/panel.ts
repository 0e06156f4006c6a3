// Long: the panel's one component; its views and controllers have files of their own.
import { html, nothing } from "lit/html.js";
import { composes } from "../../shared/composes.ts";
import { isClosed, type PageAgent, type PageConfig } from "../config/read-config.ts";
import type { Service } from "../config/service.ts";
import type { MicrophoneFault, SessionErrorCode } from "../errors.ts";
import { directionOf } from "../i18n/locales.ts";
import type { PanelMessages } from "../i18n/messages.ts";
import type { Preferences } from "../persistence/preferences.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { Levels } from "../session/options.ts";
import { conversationOf, inCall, liveOf } from "../session/selectors.ts";
import type { InputMode, SessionState } from "../session/state.ts";
import type { ContactAndQueue } from "./contact-and-queue/contact-and-queue.ts";
import { DialogController } from "./controllers/dialog-controller.ts";
import { FocusController } from "./controllers/focus-controller.ts";
import { LevelsController } from "./controllers/levels-controller.ts";
import { ScrollController } from "./controllers/scroll-controller.ts";
import { LazyMicrophoneHelp } from "./lazy-microphone-help.ts";
import {
  consentChunk,
  contrastChunk,
  deviceSettingsChunk,
  endingChunk,
  hasStarters,
  startersChunk,
  viewsOf,
} from "./lazy-views.ts";
import { agentPickerFor } from "./load-agent-picker.ts";
import { media } from "./media.ts";
import { MessageList } from "./message-list.ts";
import type { MicrophoneHelp } from "./microphone-help.ts";
import { isPageHidden } from "./page-hidden.ts";
import type { Dispatch, PanelCommand } from "./panel-command.ts";
import { PanelElement } from "./panel-element.ts";
import { panelSheets } from "./styles.ts";
import { textsOf, type ViewModel } from "./view-model.ts";
import { callBar } from "./views/call-bar.ts";
import { composer } from "./views/composer.ts";
import type { DeviceSettings } from "./views/device-settings.ts";
import { footer } from "./views/footer.ts";
import { header } from "./views/header.ts";
import { jumpButton } from "./views/jump-button.ts";
import { notice } from "./views/notice.ts";
import { stage } from "./views/stage.ts";
import { statusHelp } from "./views/status-help.ts";
import { transcript } from "./views/transcript.ts";
import type { WidgetHost } from "./widget-host.ts";

/** What the controller gives the panel, but for the session. */
type Given = Pick<
  VoiceWidgetPanel,
  | "open"
  | "inline"
  | "messages"
  | "locale"
  | "config"
  | "configError"
  | "agentId"
  | "choice"
  | "preferences"
  | "service"
>;

/** How long before the end the visitor is warned, seconds. */
const LAST_MINUTE = 60;

/**
 * The panel: shows session and settings, and sends commands. It changes no state itself.
 *
 * @slot header, footer
 */
export class VoiceWidgetPanel extends PanelElement {
  declare open: boolean;
  /** Part of the page's flow instead of over it: no dialog, and nothing to close. */
  declare inline: boolean;
  declare messages: PanelMessages;
  declare locale: string | undefined;
  declare config: PageConfig;
  declare configError: SessionErrorCode | null;
  declare agentId: number | null;
  /** The agents that the visitor may choose from. */
  declare choice: readonly PageAgent[];
  declare preferences: Preferences;
  declare service: Service;
  /** Both are set once, by `connect()`, before the panel is drawn. */
  declare session: ElementSession;
  declare dispatch: Dispatch;

  readonly #messageList = new MessageList();
  readonly #strongColors = media("(prefers-contrast:more),(forced-colors:active)");
  readonly #levels: LevelsController;
  readonly #scroll: ScrollController;
  readonly #microphoneHelp: LazyMicrophoneHelp;
  /** The input of the newest conversation, also after its end. */
  #input: InputMode | null = null;
  #rating: number | null = null;
  #commented = false;
  /** Null while it is not shown. */
  #deviceSettings: DeviceSettings | null = null;
  #inConversation = false;
  /** The animation frame that will draw the newest state; 0 without one. */
  #frame = 0;
  #contactAndQueue: Pick<ContactAndQueue, "view"> | null = null;
  #question: ((model: ViewModel) => unknown) | null = null;
  /** What a person in the conversation changes of it; set by that one's code. */
  withPerson = (model: ViewModel): ViewModel => model;
  /** What opened the device settings: it has the focus again when they close. */
  #opener: HTMLElement | null = null;
  #keyboardOpen = false;
  /** How many messages there were when the visitor was last at the end of them. */
  #read = 0;
  readonly #styles = new Set<string>();
  #adopt!: WidgetHost["addStyles"];

  constructor() {
    super();
    new DialogController(this);
    new FocusController(this);
    this.#levels = new LevelsController(this);
    this.#scroll = new ScrollController(this);
    this.#microphoneHelp = new LazyMicrophoneHelp(this);
  }

  /** Shows this session from now on, and sends commands through `dispatch`. `adopt` adds style sheets. */
  connect(session: ElementSession, dispatch: Dispatch, adopt: WidgetHost["addStyles"]): void {
    this.session = session;
    this.dispatch = dispatch;
    this.#adopt = adopt;
    for (const one of panelSheets) this.addStyles(one);
    this.#followSession();
    session.subscribe(this.#sessionChanged);
  }

  /** Shows this from now on. */
  show(given: Given): void {
    Object.assign(this, given);
    this.requestUpdate();
  }

  /** Has the browser name the visitor's devices. Resolves to the fault if it does not. */
  allowMicrophone(): Promise<MicrophoneFault | null> {
    return this.session.allowMicrophone();
  }

  /** From now on contact form, opening hours and queue are shown when no call is possible. */
  showContactAndQueue(view: Pick<ContactAndQueue, "view">, styles: string): void {
    this.addStyles(styles);
    this.#contactAndQueue = view;
    this.requestUpdate();
  }

  /** Shows this before a call, until it is asked something else. */
  ask(question: ((model: ViewModel) => unknown) | null): void {
    this.#question = question;
    this.requestUpdate();
  }

  /** Adds the styles of a chunk, once. */
  addStyles(css: string): void {
    if (this.#styles.has(css)) return;
    this.#styles.add(css);
    this.#adopt(css, this.renderRoot);
  }

  get state(): SessionState {
    return this.session.state;
  }

  /** Read once per frame by `LevelsController`; never rendered. */
  levels(): Levels {
    return this.session.levels();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#strongColors.onchange = this.#redraw;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#strongColors.onchange = null;
  }

  /** Called for every state, since one that lasts less than a frame is never drawn. */
  #followSession(): void {
    this.#microphoneHelp.follow(this.state);
    const conversation = conversationOf(this.state);
    this.#input = conversation?.input ?? this.#input;
    this.#keyboardOpen &&= inCall(this.state);
    if (!conversation !== this.#inConversation) return;
    this.#inConversation = !this.#inConversation;
    this.#closeDeviceSettings();
    if (!conversation) return;
    this.#rating = null;
    this.#commented = false;
  }

  protected override updated(): void {
    this.#exportParts();
    this.#levels.run(this.open && this.#inConversation);
  }

  /** Every part is exported through `<voice-widget>`, so that a page reaches it as `voice-widget::part(…)`. */
  #exportParts(): void {
    const parts = [...this.renderRoot.querySelectorAll("[part]")].map(({ part }) => part.value);
    const all = [...new Set(parts)].join();
    if (this.getAttribute("exportparts") !== all) this.setAttribute("exportparts", all);
  }

  protected override render() {
    const { help: microphoneHelp } = this.#microphoneHelp;
    const model = this.#model(microphoneHelp);
    const { tag } = this.messages;
    if (this.#strongColors.matches) viewsOf(contrastChunk, model);
    const direction = directionOf(tag);
    const { closed } = model;
    const count = this.state.transcript.filter(({ role }) => role !== "tool" && role !== "system").length;
    if (!this.#scroll.away) this.#read = count;
    const waits = this.state.status === "error" && this.state.error.code === "lines_busy" && this.#contactAndQueue;
    const content = html`
      ${header(model)}
      <div class="body">
        ${stage(model)} ${transcript(model)} ${this.#scroll.away ? jumpButton(model, count - this.#read, this.#jump) : nothing}
        ${this.#contactAndQueue?.view(model, this.config)}
        ${closed || waits ? nothing : model.askConsent ? viewsOf(consentChunk, model)?.consent(model) : [this.#question?.(model), notice(model, microphoneHelp), microphoneHelp?.resultNotice(model), (liveOf(model.state)?.remaining_seconds as number) <= LAST_MINUTE || model.state.status === "ended" || (model.state.status === "error" && model.state.transcript.length) ? viewsOf(endingChunk, model)?.ending(model, (name) => agentPickerFor(model)?.changeAgent(model, name)) : nothing, hasStarters(model.agent) ? viewsOf(startersChunk, model)?.starters(model) : nothing]}
      </div>
      ${inCall(model.state) ? callBar(model, this.#deviceSettings?.menu(model)) : ""} ${this.#deviceSettings?.view(model)} ${model.person} ${model.askConsent || closed ? "" : composer(model)} ${footer(model)}
    `;
    return this.inline
      ? html`<section class="panel inline" part="panel" aria-label=${model.title} tabindex="-1" translate="no" lang=${tag} dir=${direction} @keydown=${this.#keydown}>
          ${content}
        </section>`
      : html`<dialog
          class="panel"
          part="panel"
          role="dialog"
          tabindex="-1"
          aria-label=${model.title}
          translate="no"
          lang=${tag}
          dir=${direction}
          @cancel=${this.#cancel}
          @keydown=${this.#keydown}
        >
          ${content}
        </dialog>`;
  }

  #model(microphoneHelp: MicrophoneHelp | null): ViewModel {
    const { branding, copy, features, agents } = this.config;
    const texts = textsOf(this.messages, copy);
    const agent = agents.find(({ id }) => id === this.agentId) ?? null;
    const session = "session" in this.state ? this.state.session : null;
    return this.withPerson({
      state: this.state,
      title:
        branding.title ??
        (conversationOf(this.state) && session?.agent_name) ??
        agent?.name ??
        session?.agent_name ??
        texts.conversation,
      branding,
      features,
      texts,
      locale: this.locale,
      agent,
      choice: this.choice,
      configError: this.configError,
      askConsent: this.session.asksConsent && consentChunk.chunk !== null,
      rating: this.#rating,
      commented: this.#commented,
      input: features.voice ? (this.#input ?? this.session.earlierInput ?? "voice") : "text",
      preferences: this.preferences,
      service: this.service,
      messageList: this.#messageList,
      statusHelp: microphoneHelp?.status(texts) ?? statusHelp({ state: this.state, texts }),
      settingsOpen: this.#deviceSettings !== null,
      keyboardOpen: this.#keyboardOpen,
      closed: this.#contactAndQueue !== null && !conversationOf(this.state) && isClosed(this.config.hours),
      inline: this.inline,
      slotted: (name) => this.querySelector(`:scope > [slot=${name}]`) !== null,
      errorText: copy.error,
      dispatch: this.#dispatch,
      redraw: this.#redraw,
      addStyles: (css) => this.addStyles(css),
      toggleDeviceSettings: this.#toggleDeviceSettings,
      toggleKeyboard: this.#toggleKeyboard,
    });
  }

  #closeDeviceSettings(): void {
    this.#deviceSettings?.close();
    this.#deviceSettings = null;
  }

  readonly #toggleDeviceSettings = async ({ detail, currentTarget }: UIEvent) => {
    // The second click of a double click takes nothing back.
    if (detail > 1) return;
    const chunk = await deviceSettingsChunk.load();
    if (this.#deviceSettings) return this.#leaveDeviceSettings();
    if (chunk) {
      this.addStyles(chunk.deviceSettingsStyles);
      this.#opener = currentTarget as HTMLElement;
      this.#deviceSettings = new chunk.DeviceSettings(this, this.#leaveDeviceSettings);
    }
    this.requestUpdate();
  };

  readonly #leaveDeviceSettings = () => {
    this.#closeDeviceSettings();
    this.#focusNext(() => this.#opener);
  };

  readonly #toggleKeyboard = () => {
    this.#keyboardOpen = !this.#keyboardOpen;
    this.#focusNext(() => this.renderRoot.querySelector(this.#keyboardOpen ? ".composer textarea" : "[part=keyboard]"));
  };

  async #focusNext(next: () => HTMLElement | null): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    next()?.focus();
  }

  /** Escape closes what was opened last. */
  readonly #keydown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || composes(event) || !(this.#deviceSettings || this.#keyboardOpen)) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#deviceSettings) this.#leaveDeviceSettings();
    else this.#toggleKeyboard();
  };

  /** A modal dialog would close itself on Escape: it sends the command instead, as the close button does. */
  readonly #cancel = (event: Event) => {
    event.preventDefault();
    this.dispatch({ type: "close" });
  };

  /** Draws once per frame: an answer comes in many messages, and its first sound must not wait for a drawing of each. */
  readonly #sessionChanged = () => {
    this.#followSession();
    // A hidden page has no animation frames.
    if (isPageHidden()) return this.requestUpdate();
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.requestUpdate();
    });
  };

  readonly #redraw = () => this.requestUpdate();

  /** Moves the focus too, since the button disappears. */
  readonly #jump = () => {
    this.#scroll.toLatest();
    this.renderRoot.querySelector<HTMLElement>(".transcript")?.focus({ preventScroll: true });
  };

  readonly #dispatch = (command: PanelCommand) => {
    // The visitor must see the message that they just sent.
    if (command.type === "send_text") this.#scroll.toLatest();
    if (command.type === "rate") {
      this.#rating = command.rating;
      this.#commented = command.text !== undefined;
    }
    this.dispatch(command);
    // Before the next press, which may come in the same frame: a button sets the opposite of what it was drawn with.
    this.requestUpdate();
  };
}
