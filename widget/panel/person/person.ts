// Long: joins request, conversation, call and views, and does none of their work.
import { COLLECT_CONTACT_TOOL } from "../../../shared/tool-names.ts";
import type { PanelMessages } from "../../i18n/messages.ts";
import { personMessages } from "../../i18n/person-messages.ts";
import { savePerson } from "../../persistence/save-person.ts";
import type { ActiveSession } from "../../session/active-session.ts";
import type { CommandQueue } from "../../session/command-queue.ts";
import type { SessionCommand } from "../../session/commands.ts";
import type { EarlierConversation } from "../../session/earlier-conversation.ts";
import type { ElementSession } from "../../session/element-session.ts";
import { PersonCall } from "../../session/person/person-call.ts";
import { PersonConversation, type Resumed } from "../../session/person/person-conversation.ts";
import { commandToPerson, PersonRequests } from "../../session/person/person-requests.ts";
import { conversationOf } from "../../session/selectors.ts";
import { newId } from "../../session/session-connection.ts";
import type { SessionEngine } from "../../session/session-engine.ts";
import { isPageHidden } from "../page-hidden.ts";
import type { PanelSettings } from "../panel-settings.ts";
import type { ViewModel } from "../view-model.ts";
import type { WidgetHost } from "../widget-host.ts";
import { PageTitle } from "./page-title.ts";
import { face, personStyles, personView } from "./person-view.ts";
import { restingPorts } from "./resting-ports.ts";

/** What this uses of the panel. */
interface PersonPanel {
  withPerson: (model: ViewModel) => ViewModel;
  readonly session: ElementSession;
  readonly messages: PanelMessages;
  readonly renderRoot: ShadowRoot;
  readonly updateComplete: Promise<unknown>;
  addStyles(css: string): void;
  requestUpdate(): void;
}

const followed = new WeakMap<PersonPanel, Person>();

/** The session or the settings of this panel have changed; the first call makes everything. */
export function followPerson(panel: PersonPanel, settings: PanelSettings): void {
  let person = followed.get(panel);
  if (!person) {
    person = new Person(panel, settings);
    followed.set(panel, person);
    // Only now: what waits in the queue changes the session.
    person.begin();
  }
  person.update();
}

/** Asks for a person, shows the one who comes, and gives the conversation back to the agent. */
class Person {
  readonly #panel: PersonPanel;
  readonly #settings: PanelSettings;
  readonly #widget: WidgetHost;
  readonly #session: ElementSession;
  readonly #engine: SessionEngine;
  readonly #queue: CommandQueue;
  readonly #title = new PageTitle(document);
  readonly #requests: PersonRequests;
  #call: PersonCall | null = null;
  /** What another page had left, and is gone on with. */
  #resumed: EarlierConversation | null = null;
  /** The person's line that was read last. */
  #seen: string | null = null;

  constructor(panel: PersonPanel, settings: PanelSettings) {
    this.#panel = panel;
    this.#settings = settings;
    this.#widget = settings.widget;
    this.#session = panel.session;
    const { queue, engine } = panel.session.sessionHost;
    this.#queue = queue;
    this.#engine = engine;
    this.#requests = new PersonRequests({
      engine,
      queue,
      baseUrl: () => this.#widget.service().baseUrl,
      begin: (active, resumed) => this.#begin(active, resumed),
      changed: () => panel.requestUpdate(),
    });
  }

  begin(): void {
    this.#panel.addStyles(personStyles);
    this.#panel.withPerson = (model) => this.#adapt(model);
    this.#queue.interceptCommand = (command) => this.#carryOut(command);
    this.#queue.run();
    this.#panel.requestUpdate();
  }

  /** Of the newest conversation. */
  get #talk(): PersonConversation | null {
    return this.#requests.talk;
  }

  get #texts() {
    return personMessages(this.#panel.messages);
  }

  update(): void {
    const { state } = this.#session;
    const earlier = state.status === "idle" ? this.#session.resumable : null;
    // A call goes on with its agent, while the person is waited for.
    if (earlier?.person && !earlier.isTakenUp && earlier !== this.#resumed) this.#resume(earlier);
    this.#requests.update(state);
    this.#tellSeen();
  }

  #tellSeen(): void {
    const { isOpen, element } = this.#widget;
    const talk = this.#talk;
    const last = talk?.lines.lastTheirs ?? null;
    const reads = !isPageHidden() && (isOpen() || element.dataset.placement === "inline");
    if (!reads || last === null || last === this.#seen) return;
    if (talk?.send({ type: "seen", id: last })) this.#seen = last;
  }

  #begin(active: ActiveSession, resumed: Resumed | null): PersonConversation {
    const { parts } = active.commands;
    const talk: PersonConversation = new PersonConversation(
      parts,
      this.#queue,
      {
        changed: () => {
          this.#panel.requestUpdate();
          this.#tellSeen();
        },
        told: (status, name) => {
          if (status !== "joined") call.close(null);
          if (status === "joined") this.#title.announce(this.#texts.joined(name));
          if (status === "missed") void this.#missed();
          // Last: a listener of the page may send a command.
          this.#widget.emit({ type: "person", detail: { status, ...(name && { name }) } });
        },
        note: (kind, name) => {
          const text = this.#texts[kind](name);
          const line = { type: "message", id: `p.${newId()}`, role: "system", text, final: true } as const;
          parts.conversation.dispatch({ ...line, at: Date.now() });
        },
        written: (name) => this.#title.announce(this.#texts.answered(name)),
        signal: (signal) => call.receive(signal),
        connection: (there) => call.connection(there),
      },
      resumed,
    );
    const { preferences } = this.#settings;
    const call = new PersonCall({
      send: (signal) => talk.send({ type: "signal", ...signal }),
      openMicrophone: async (signal, lost) => {
        const voice = await this.#engine.ports.loadVoice();
        return voice.openMicrophone(signal, { lost, interrupted: () => {} }, preferences.microphoneId);
      },
      iceServers: () => talk.iceServers,
      volume: () => preferences.volume ?? 1,
      changed: () => this.#panel.requestUpdate(),
    });
    const { signal } = talk;
    signal.addEventListener("abort", () => {
      call.close(null);
      this.#title.restore();
    });
    const { conversation } = parts;
    const { leave } = conversation;
    // The widget has saved the conversation before.
    conversation.leave = (page_id) => {
      const left = this.#save();
      // An agent that the next page is to take up is left to it as without a person.
      if (left && (talk.holds || !page_id)) conversation.end("visitor_left", null, true);
      else leave(page_id);
    };
    const seen = () => {
      if (isPageHidden()) this.#save();
      else this.#title.restore();
      this.#tellSeen();
    };
    document.addEventListener("visibilitychange", seen, { signal });
    this.#call = call;
    return talk;
  }

  /** Null: the agent's session does it. */
  #carryOut(command: SessionCommand): boolean | null {
    const talk = this.#talk;
    if (command.type === "request_person") {
      const { agent } = this.#settings;
      // Until the settings are there.
      if (!agent && !this.#widget.config.fresh) return false;
      if (agent?.person) this.#request(command.reason);
      else this.#widget.hint("no_person");
      return true;
    }
    if (command.type === "end" && command.reason === "completed") talk?.send({ type: "leave" });
    if (!talk?.holds) return null;
    if (command.type === "mute" && this.#call?.status === "talking") this.#call.mute(command.muted);
    return commandToPerson(talk, command);
  }

  #request(reason: string | undefined): void {
    if (!this.#requests.request(reason)) return;
    if (!conversationOf(this.#session.state)) this.#queue.push({ type: "start", input: "text" });
    else this.update();
  }

  /** The agent learns it from the service; it has the contact form shown where it has one. */
  async #missed(): Promise<void> {
    const handler = this.#widget.tools.get(COLLECT_CONTACT_TOOL);
    if (!this.#settings.agent?.collect_contact || !handler) return;
    const told = await handler({}, { call_id: "", signal: new AbortController().signal });
    this.#queue.push({ type: "send_note", text: String(told) });
  }

  /** Goes on with what another page has left to a person. */
  #resume(earlier: EarlierConversation): void {
    const { person, session_id, session_secret } = earlier;
    const engine = this.#engine;
    const { ports, latest: before } = engine;
    if (!person) return;
    this.#resumed = earlier;
    engine.ports = restingPorts(ports, { ...person, session_id, session_secret }, async () => {
      const { latest } = engine;
      if (!latest || latest === before) return;
      const talk = this.#requests.begin(latest, person);
      talk.open(this.#widget.service().baseUrl);
      await talk.known;
    });
    this.#queue.push({ type: "start", input: "text" });
    engine.ports = ports;
  }

  #adapt(model: ViewModel): ViewModel {
    const { agent } = this.#settings;
    const talk = this.#talk;
    const { state, features, branding, texts } = model;
    const person = personView(model, {
      talk,
      call: this.#call,
      mayAsk:
        agent?.person !== undefined &&
        !model.askConsent &&
        talk?.over !== false &&
        (state.status === "idle" || conversationOf(state) !== null),
      asking: this.#requests.pending,
      unasked: this.#requests.unasked,
      wait_seconds: agent?.person?.wait_seconds ?? 60,
      sound: typeof RTCPeerConnection === "function" && features.voice,
      ask: () => void this.#act(() => this.#request(undefined)),
      act: (action) => void this.#act(action),
    });
    if (talk?.returning) return { ...model, person, statusHelp: null };
    if (!talk?.holds || talk.status === null) return { ...model, person };
    return {
      ...model,
      person,
      title: talk.name,
      face: face(talk),
      branding: { ...branding, avatarUrl: null, logoUrl: null, subtitle: null },
      texts: { ...texts, aiNotice: personMessages(texts).badge },
      // The person is asked for sound, not the agent.
      features: { ...features, voice: false },
    };
  }

  /** The button that was pressed goes: the focus stays beside it. */
  async #act(action: () => unknown): Promise<void> {
    action();
    this.#panel.requestUpdate();
    await this.#panel.updateComplete;
    const { renderRoot } = this.#panel;
    // A button that waits for an answer is disabled: the browser takes the focus from it with its next frame.
    if (renderRoot.activeElement?.matches(":not(:disabled)")) return;
    renderRoot.querySelector<HTMLElement>(".person-bar button:not(:disabled), [part=input]")?.focus();
  }

  /** Adds to what was saved of the conversation. */
  #save(): boolean {
    const talk = this.#talk;
    const { info } = this.#session;
    if (!talk || talk.over || !info || (talk.status !== "joined" && talk.status !== "waiting")) return false;
    const { agent_id, agent_name } = info;
    const { holds: joined, name, iceServers: ice_servers } = talk;
    savePerson(this.#widget.service().apiKey, { joined, name, agent_id, agent_name, ice_servers });
    return true;
  }
}
