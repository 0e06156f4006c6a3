// Long: joins request, conversation, call and views, and does none of their work.
import { MAX_PERSON_REASON } from "../../../shared/limits.ts";
import { COLLECT_CONTACT_TOOL, REQUEST_PERSON_TOOL } from "../../../shared/tool-names.ts";
import { whisperNote } from "../../../shared/whisper.ts";
import type { PanelMessages } from "../../i18n/messages.ts";
import { personMessages } from "../../i18n/person-messages.ts";
import { toJson } from "../../json.ts";
import { savePerson } from "../../persistence/save-person.ts";
import type { ActiveSession } from "../../session/active-session.ts";
import type { CommandQueue } from "../../session/command-queue.ts";
import { type SessionCommand, wordsOf } from "../../session/commands.ts";
import type { EarlierConversation } from "../../session/conversation-history.ts";
import type { ElementSession } from "../../session/element-session.ts";
import { conversationOf, liveOf } from "../../session/selectors.ts";
import { newId, SESSION_CHECK_MS } from "../../session/session-connection.ts";
import type { SessionEngine } from "../../session/session-engine.ts";
import type { ReportAnswer } from "../../session/state.ts";
import type { PanelSettings } from "../panel-settings.ts";
import type { ViewModel } from "../view-model.ts";
import type { WidgetHost } from "../widget-host.ts";
import { PageTitle } from "./page-title.ts";
import { PersonCall } from "./person-call.ts";
import { PersonConversation, type Resumed } from "./person-conversation.ts";
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
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #newest: PersonConversation | null = null;
  #call: PersonCall | null = null;
  /** The conversation that `#newest` belongs to. */
  #active: ActiveSession | null = null;
  /** The service's last answer that was read. */
  #answered: ReportAnswer | null = null;
  /** A request waits for the conversation to be connected. */
  #wanted: { reason?: string | undefined } | null = null;
  #asking = false;
  #unasked = false;
  /** The agent's request whose answer the service has given; the next report tells what came of it. */
  #asked: string | undefined;
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
    return this.#active === this.#engine.latest ? this.#newest : null;
  }

  get #texts() {
    return personMessages(this.#panel.messages);
  }

  update(): void {
    const { state } = this.#session;
    const earlier = state.status === "idle" ? this.#session.resumable : null;
    if (earlier?.person && earlier !== this.#resumed) this.#resume(earlier);
    const { answered } = liveOf(state) ?? {};
    if (answered && answered !== this.#answered) this.#read(answered);
    this.#talk?.update();
    if (this.#wanted && liveOf(state)) void this.#ask(this.#wanted.reason);
    if (state.status === "ended" || state.status === "error") this.#wanted = null;
    const asked = state.transcript.findLast(
      ({ role, text, final }) => role === "tool" && text === REQUEST_PERSON_TOOL && final,
    );
    if (asked && asked.id !== this.#asked && liveOf(state)) {
      this.#asked = asked.id;
      this.#engine.latest?.commands.parts.conversation.heartbeat(0);
    }
    this.#tellSeen();
  }

  #read(answered: ReportAnswer): void {
    const { whispers = [], handled_by, heartbeat_seconds } = answered;
    if (heartbeat_seconds !== this.#answered?.heartbeat_seconds) this.#reportEvery(heartbeat_seconds);
    this.#answered = answered;
    for (const whisper of whispers) this.#queue.push({ type: "send_note", text: whisperNote(toJson(whisper)) });
    const { latest } = this.#engine;
    if (latest && (handled_by === "waiting" || handled_by === "person") && (!this.#talk || this.#talk.over)) {
      const talk = this.#begin(latest);
      if (handled_by === "waiting") talk.waiting();
      talk.open(this.#widget.service().baseUrl);
    }
    if (handled_by === "agent") this.#talk?.givenBack();
  }

  /** As often as the service wants it; without a number, as without a person. */
  #reportEvery(seconds: number | undefined): void {
    clearInterval(this.#heartbeat);
    const conversation = this.#engine.latest?.commands.parts.conversation;
    if (!seconds || !conversation) return;
    const heartbeat = setInterval(() => conversation.heartbeat(1_000 * seconds - 500), 1_000 * seconds);
    this.#heartbeat = heartbeat;
    conversation.closeWithConversation({ close: () => clearInterval(heartbeat) });
  }

  #tellSeen(): void {
    const { isOpen, element } = this.#widget;
    const talk = this.#talk;
    const last = talk?.lines.lastTheirs ?? null;
    const reads = !document.hidden && (isOpen() || element.dataset.placement === "inline");
    if (!reads || last === null || last === this.#seen) return;
    if (talk?.send({ type: "seen", id: last })) this.#seen = last;
  }

  #begin(active: ActiveSession, resumed: Resumed | null = null): PersonConversation {
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
      if (document.hidden) this.#save();
      else this.#title.restore();
      this.#tellSeen();
    };
    document.addEventListener("visibilitychange", seen, { signal });
    this.#active = active;
    this.#newest = talk;
    this.#call = call;
    this.#unasked = false;
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
      return true;
    }
    if (command.type === "end" && command.reason === "completed") talk?.send({ type: "leave" });
    if (!talk?.holds) return null;
    switch (command.type) {
      case "send_text":
        // Before, nobody knows whether the person is still there.
        if (talk.status === null) return false;
        if (wordsOf(command)) talk.write(wordsOf(command));
        return true;
      case "typing":
        talk.typed();
        return true;
      case "mute":
        if (this.#call?.status === "talking") this.#call.mute(command.muted);
        return true;
      case "start":
      case "pause":
      case "interrupt":
        return true;
      default:
        return null;
    }
  }

  #request(reason: string | undefined): void {
    if (this.#asking || this.#wanted || this.#talk?.over === false) return;
    this.#wanted = { reason };
    this.#unasked = false;
    if (!conversationOf(this.#session.state)) this.#queue.push({ type: "start", input: "text" });
    else this.update();
  }

  /** Asks the service; its answer says whether anybody can come. */
  async #ask(reason: string | undefined): Promise<void> {
    this.#wanted = null;
    const { latest } = this.#engine;
    if (!latest) return;
    const { conversation, connection, api } = latest.commands.parts;
    this.#asking = true;
    this.#panel.requestUpdate();
    // First what was said: whoever is asked reads it.
    conversation.reportAll();
    await conversation.checkSession(SESSION_CHECK_MS);
    const why = typeof reason === "string" ? [...reason.trim()].slice(0, MAX_PERSON_REASON).join("") : "";
    const answer = await api
      .report(connection.grant?.session_id ?? "", [{ type: "person_requested", ...(why && { reason: why }) }])
      .catch(() => null);
    this.#asking = false;
    this.#panel.requestUpdate();
    if (conversation.over) return;
    this.#unasked = answer === null;
    if (!answer) return;
    if (answer.session.handled_by === "agent") this.#begin(latest).missed();
    else
      this.#queue.push({
        type: "send_note",
        text: "The visitor has asked for a person of the team, who is being asked now. Go on helping meanwhile, and do not promise that somebody will come.",
      });
    conversation.answered(answer.session);
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
      const talk = this.#begin(latest, person);
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
      asking: this.#asking || this.#wanted !== null,
      unasked: this.#unasked,
      wait_seconds: agent?.person?.wait_seconds ?? 60,
      sound: typeof RTCPeerConnection === "function" && features.voice,
      ask: () => void this.#act(() => this.#request(undefined)),
      act: (action) => void this.#act(action),
    });
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
    // One that waits for an answer is disabled: the browser takes the focus from it with its next frame.
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
