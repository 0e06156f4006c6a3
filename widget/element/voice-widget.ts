import type { InputMode, Message, SessionInfo, Status } from "../session/state.ts";
import { registerTool, type ToolRegistry } from "../session/tool-registry.ts";
import type { ToolHandler } from "../session/tools.ts";
import { BaseElement } from "./base-element.ts";
import type { Placement, Preload, RawElementOptions, Theme } from "./element-options.ts";
import { createWidget } from "./widget.ts";

type Method =
  | "open"
  | "close"
  | "start"
  | "end"
  | "mute"
  | "interrupt"
  | "sendText"
  | "sendContext"
  | "requestPerson"
  | "registerTool";
type MethodCall = { [Name in Method]: [Name, ...Parameters<VoiceWidgetElement[Name]>] }[Method];

/**
 * A voice agent for a website: shows the launcher with the owner's settings, and loads the panel on the click.
 *
 * @fires voice-widget:ready - The owner's settings are applied.
 * @fires voice-widget:open - Cancelable.
 * @fires voice-widget:close
 * @fires voice-widget:start - `{input}`; cancelable.
 * @fires voice-widget:status - `{status}`
 * @fires voice-widget:session - `{session_id, agent_id}`
 * @fires voice-widget:message - `{id, role, text, final}`
 * @fires voice-widget:tool - `{name, arguments}`
 * @fires voice-widget:person - `{status, name?}`
 * @fires voice-widget:error - `{code, message}`
 * @fires voice-widget:end - `{reason}`
 * @slot launcher - Instead of the launcher's mark and label.
 * @slot header - Instead of the panel's picture and title.
 * @slot footer - Instead of the panel's footer.
 * @csspart launcher - The button that opens the panel.
 * @csspart launcher-end - The button beside it that ends a conversation behind the closed panel.
 * @csspart greeting - The greeting beside the launcher.
 * @csspart greeting-text - Its text, a button that opens the panel.
 * @csspart greeting-close - The button that dismisses the greeting.
 * @csspart panel - The dialog, or the inline area.
 * @csspart header - The panel's head.
 * @csspart close - The button that hides the panel.
 * @csspart status - The line that says what the agent does.
 * @csspart transcript - What was said.
 * @csspart message-user - A message of the visitor.
 * @csspart message-agent - A message of the agent.
 * @csspart message-person - A message of a person who has taken the conversation over.
 * @csspart sources - The list of pages that an answer was taken from.
 * @csspart starters - The questions that are offered before the first message.
 * @csspart starter - One of them.
 * @csspart link - A link in a message, the footer or a notice.
 * @csspart start - The button that starts a call.
 * @csspart agent-picker - The choice of an agent.
 * @csspart composer - The text field with its buttons.
 * @csspart input - The text field.
 * @csspart send - The button that sends.
 * @csspart voice - The button that continues by voice.
 * @csspart mute - The button that mutes the microphone.
 * @csspart talk - The button of push-to-talk.
 * @csspart pause - The button that pauses the call, or continues it.
 * @csspart keyboard - The button that shows the composer in a call.
 * @csspart more - The button that shows the menu of a call.
 * @csspart menu - What a call needs less often: pause, stop, the way to the settings.
 * @csspart interrupt - The button that stops the agent's speech.
 * @csspart jump - The button that goes to the newest message.
 * @csspart choose-microphone - The button that asks the browser for the microphones' names, before a call.
 * @csspart end - The button that ends the conversation.
 * @csspart settings-toggle - The button that shows devices and volume.
 * @csspart settings - Devices and volume.
 * @csspart done - The button that closes them.
 * @csspart notice - What is wrong, and what to do.
 * @csspart retry - The button that tries again.
 * @csspart talk-here - The button that takes a call over from another tab.
 * @csspart allow - The browser's own button that asks for the microphone again.
 * @csspart type-instead - The button that continues without a microphone.
 * @csspart dismiss - The button that closes a notice.
 * @csspart extend - The button that makes a conversation longer.
 * @csspart end-turn - The button that ends a turn without a pause, by push-to-talk or by muting the microphone.
 * @csspart footer - The line below the composer.
 * @csspart person - What is told and offered about a person in the conversation.
 * @csspart person-ask - The button that asks for a person.
 * @csspart person-talk - The button that asks the person for sound.
 * @csspart person-accept - The button that agrees to sound.
 * @csspart person-decline - The button that does not.
 * @csspart person-mute - The button that mutes the microphone while talking with the person.
 * @csspart person-end - The button that ends the sound.
 * @csspart contact-form - The form for the visitor's contact details.
 * @csspart contact-send - The button that sends it.
 * @csspart contact-cancel - The button that closes it.
 * @csspart contact-sent - The thanks for it.
 * @csspart closed - The notice outside of opening hours.
 * @csspart queue - The visitor's place in the queue for a voice line.
 * @csspart queue-wait - The button that joins the queue.
 * @csspart queue-start - The button that starts the call when it is the visitor's turn.
 * @csspart queue-extend - The button that holds the turn for one minute longer.
 * @csspart queue-leave - The button that leaves the queue.
 * @csspart queue-contact - The button that offers the contact form instead.
 * @csspart consent - The question for consent.
 * @csspart agree - The button that agrees.
 * @csspart decline - The button that declines.
 * @csspart copy - The button that copies the transcript.
 * @csspart star - A star of the rating.
 * @csspart comment - The comment on the rating.
 * @csspart comment-send - The button that sends the comment.
 * @cssprop --voice-widget-* - One for each design token.
 */
export class VoiceWidgetElement extends BaseElement implements RawElementOptions {
  /** The project's public key, `svc_pk_…`. */
  declare apiKey: string | null;
  /** Where the service is; else where the script came from. */
  declare baseUrl: string | null;
  /** The agent to talk to; else the key's, the visitor's choice, or the first. */
  declare agentId: number | string | null;
  /** `provider_a` or `provider_b` overrides the agent's own provider. */
  declare model: string | null;
  /** Overrides the agent's voice. */
  declare voice: string | null;
  /** Facts about the visitor that the agent sees at the start: at most 50 pairs, 8 KiB; JSON in the attribute. */
  declare context: Readonly<Record<string, unknown>> | string | null;
  /** Your id of a signed-in visitor, at most 128 characters; goes together with `userHash`. */
  declare userId: string | null;
  /** HMAC-SHA256 of `userId` under the project's identity secret, hex, computed on your server. */
  declare userHash: string | null;
  /** The language of the widget's own texts; else the page's, then the browser's. */
  declare locale: string | null;
  /** Light, dark, or as the visitor's system has it; `auto` is dark, too, on a page whose ground is dark. */
  declare theme: Theme | null;
  /** The corner of the window, or `inline` where the element stands; at the left by itself in a page with `dir="rtl"`. */
  declare placement: Placement | null;
  /** When the panel loads: on the click, as the pointer or the focus comes, when the page is idle, or at once. */
  declare preload: Preload | null;
  /** Shows connection, events and a self-check beside the widget. */
  declare debug: boolean | string | null;
  /**
   * For a page whose script may run before this one: `(widget.calls ??= []).push(["sendText", "Hello"])`. A method's name
   * and its arguments; called at once if the element is already defined.
   */
  declare calls: { push(call: MethodCall): void };

  readonly #tools: ToolRegistry = new Map();
  readonly #widget = createWidget(this, this.#tools);

  get #state() {
    return this.#widget.session?.state;
  }

  /** `idle`, `connecting`, `listening`, `thinking`, `speaking`, `ended` or `error`. */
  get status(): Status {
    return this.#state?.status ?? "idle";
  }

  /** What was said, in the order of the conversation. */
  get transcript(): readonly Message[] {
    return this.#state?.transcript ?? [];
  }

  /** The conversation's `session_id`, `agent_id` and `agent_name`. */
  get session(): SessionInfo | null {
    return this.#widget.session?.info ?? null;
  }

  /** Shows the panel. */
  open(): void {
    this.#widget.open();
  }

  /** Hides the panel; a call goes on. */
  close(): void {
    this.#widget.close();
  }

  /** Begins a conversation, by voice where the owner's settings allow it. Call it from a click. */
  start(options: { input?: InputMode } = {}): void {
    this.#widget.begin({ type: "start", input: options.input });
  }

  /** Ends the conversation. */
  end(): void {
    this.#widget.dispatch({ type: "end", reason: "completed" });
  }

  /** Silences the microphone, or opens it again. */
  mute(on = true): void {
    this.#widget.dispatch({ type: "mute", muted: on });
  }

  /** Stops the agent's speech. */
  interrupt(): void {
    this.#widget.dispatch({ type: "interrupt" });
  }

  /** Says something by typing; without a conversation it begins one that asks for no microphone. */
  sendText(text: string): void {
    this.#widget.begin({ type: "send_text", text });
  }

  /** Tells the agent new facts about the visitor; before a conversation they join `context`. */
  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    this.#widget.dispatch({ type: "send_context", pairs });
  }

  /** Asks for a person, where the agent's visitors may; without a conversation it begins one in writing. */
  requestPerson(reason?: string): void {
    this.#widget.begin({ type: "request_person", reason });
  }

  /** Runs `handler` whenever the agent calls the tool `name`. Returns the function that removes it again. */
  registerTool(name: string, handler: ToolHandler): () => void {
    return registerTool(this.#tools, name, handler);
  }

  override connectedCallback(): void {
    const earlyCalls = this.calls;
    const push = ([name, ...rest]: MethodCall) => (this[name] as (...rest: unknown[]) => unknown)?.(...rest);
    this.#widget.connect();
    super.connectedCallback();
    this.calls = { push };
    (earlyCalls as MethodCall[] | undefined)?.forEach?.(push);
  }

  disconnectedCallback(): void {
    this.#widget.disconnect();
  }

  protected override update(): void {
    this.#widget.update();
  }
}
