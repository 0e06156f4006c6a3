// Long: a table that only lists, one entry for each state.
import type { PublicAgent, WidgetConfig } from "../../shared/config.ts";
import type { FrameToPage } from "../../shared/live.ts";
import type { HoursNow } from "../../shared/opening-hours.ts";
import type { QueuePlace } from "../../shared/queue.ts";
import { END_REASONS } from "../../shared/session.ts";
import { SEARCH_TOOL } from "../../shared/tool-names.ts";
import { MICROPHONE_FAULTS, type MicrophoneFault, type SessionErrorCode } from "../../widget/errors.ts";
import type { SessionAction } from "../../widget/session/reduce.ts";
import type { InputMode, Role, Status } from "../../widget/session/state.ts";
import type { Words } from "./sample-texts.ts";

/** What somebody does with the widget once it is in its state; parts are the public ones. */
export type Act =
  | { press: string }
  | { hover: string }
  | { focus: string }
  /** As a reader does who looks for what was said before. */
  | { scrollUp: string }
  | { fill: string; with: string }
  /** A control of the page around it, by its selector. */
  | { pressOutside: string }
  /** Waits until it is seen, with this text in it. */
  | { see: string; saying?: string | RegExp };

/** One state of the widget, as data. It is reached by the reducer's own facts: none that cannot be. */
export interface ShotState {
  facts?: readonly SessionAction[];
  /** What happens once all of that has been seen. */
  after?: readonly SessionAction[];
  /** The conversation that the page before has left. */
  saved?: readonly SessionAction[];
  /** The conversation that another widget of the page begins then. */
  rival?: readonly SessionAction[];
  /** The microphone is there, and gives nothing. */
  silent?: true;
  config?: { [Group in keyof WidgetConfig]?: Partial<WidgetConfig[Group]> };
  /** What the service says of a person, over the live socket that the conversation opens once one is asked for. */
  live?: readonly FrameToPage[];
  /** How many agents the project has; one. */
  agents?: number;
  /** What the service says of each agent besides. */
  agent?: Partial<PublicAgent>;
  /** Whether it is open; no opening hours. */
  hours?: HoursNow;
  /** What the service says of the visitor's place in the line; the next. */
  queue?: Partial<QueuePlace>;
  attributes?: Readonly<Record<string, string>>;
  /** HTML inside the element, for its slots. */
  inside?: string;
  /** HTML on the page beside it. */
  beside?: string;
  /** The panel stays closed. */
  closed?: true;
  acts?: readonly Act[];
  /** What the service says instead of the config. */
  refusal?: 401 | 429 | 500;
  /** It stands across the window, and names times and addresses: pictured whole, and on no record. */
  wide?: true;
  /** Not in every look, mostly as its layout is that of another state. */
  variant?: true;
}

/** Where the site has pictures of an owner; none that is not listed there. */
const PICTURES = "https://pictures.example/";

const AT = Date.UTC(2026, 0, 5, 9);

/** Facts, shortly. */
const said = (id: string, role: Role, text: string, final = true): SessionAction => {
  return { type: "message", id, role, text, final, at: AT };
};
/** As far away as a date is told, not a day of the week. */
const OPENS = Date.UTC(2126, 0, 5, 9);
/** The launcher says it once its chunk is loaded. */
const OPENING_SAID: Act = { see: "launcher", saying: /\p{N}/u };
const live = (input: InputMode, words: Words, seconds = 600): SessionAction[] => [
  { type: "started", input },
  { type: "opened", session: { session_id: "ses_1", agent_id: 1, agent_name: words.agent } },
  { type: "connected", remaining_seconds: seconds, at: AT },
];
/** A search that found two pages, each with half of what the agent says then. */
const found = ({ about, subtitle, answer }: Words): SessionAction => ({
  type: "message",
  id: "t",
  role: "tool",
  text: SEARCH_TOOL,
  final: true,
  at: AT,
  sources: [
    { title: subtitle, url: "https://a.example/coffees", text: answer.slice(0, answer.length / 2) },
    {
      title: about,
      url: "https://a.example/hours?from=a-page-with-a-long-address",
      text: answer.slice(answer.length / 2),
    },
  ],
});
const talk = (words: Words): SessionAction[] => [
  said("1", "agent", words.greeting),
  said("2", "user", words.question),
  said("3", "agent", words.answer),
];
const long = (words: Words): SessionAction[] => [
  ...talk(words),
  ...words.more.map((text, index) => said(`m${index}`, index % 2 ? "agent" : "user", text)),
  said("l", "agent", words.list),
];
const thinks: SessionAction = { type: "awaiting", awaiting: true };
const speaks: SessionAction = { type: "playback", playback: "playing" };

const each = <Name extends string>(
  group: string,
  names: readonly Name[],
  state: (name: Name) => ShotState,
): Record<string, ShotState> =>
  Object.fromEntries(
    names.map((name, index) => [`${group}-${name}`, { ...state(name), ...(index && { variant: true }) }]),
  );

/** A code that is new must be listed here, or the type check fails. */
const FAILURES = Object.keys({
  connection_lost: true,
  unauthorized: true,
  rate_limited: true,
  lines_busy: true,
  no_credit: true,
  agent_unavailable: true,
  unreachable: true,
  service_failed: true,
  vendor_failed: true,
  invalid_request: true,
  too_many_conversations: true,
} satisfies Record<Exclude<SessionErrorCode, MicrophoneFault | "audio_blocked">, true>) as Exclude<
  SessionErrorCode,
  MicrophoneFault | "audio_blocked"
>[];

const FULL_BRANDING = {
  privacyUrl: "https://a.example/privacy",
  termsUrl: "https://a.example/terms",
};

/** Every state of the widget, by name. */
export function statesOf(words: Words): Readonly<Record<string, ShotState>> {
  const busy: ShotState = {
    facts: [
      { type: "started", input: "voice" },
      { type: "failed", error: { code: "lines_busy", message: "busy" } },
    ],
    agent: { collect_contact: { fields: ["name", "email", "phone", "message"], consent_text: words.about } },
  };
  const call = (...facts: SessionAction[]): ShotState => ({ facts: [...live("voice", words), ...facts] });
  const chat = (...facts: SessionAction[]): ShotState => ({ facts: [...live("text", words), ...facts] });
  const failed = (code: SessionErrorCode): SessionAction => ({ type: "failed", error: { code, message: code } });
  const over = (input: InputMode = "voice"): SessionAction[] => [
    ...live(input, words),
    ...talk(words),
    { type: "ended", reason: "completed" },
  ];

  const noMicrophone: SessionAction[] = [{ type: "started", input: "voice" }, failed("microphone_denied")];

  const byStatus: Record<Status, ShotState> = {
    idle: {},
    connecting: { facts: [{ type: "started", input: "voice" }] },
    listening: call(...talk(words)),
    thinking: call(...talk(words), said("4", "user", words.more[0] ?? ""), thinks),
    speaking: call(
      said("1", "agent", words.greeting),
      said("2", "user", words.question),
      said("3", "agent", words.answer, false),
      speaks,
    ),
    ended: { facts: over() },
    error: { facts: [...live("voice", words), ...talk(words), failed("connection_lost")] },
  };

  /** Visitors may ask for a person; this one has, and the service says so. */
  const withPerson: Partial<PublicAgent> = { person: { wait_seconds: 60 } };
  const asked: SessionAction = { type: "answered", session: { remaining_seconds: 600, handled_by: "waiting" } };
  const line = (id: string, role: "user" | "person", text: string): FrameToPage => {
    return { type: "message", id, role, text, at: AT };
  };
  const [how = "", much = "", grind = ""] = words.more;
  const joined = (name: string, ...frames: FrameToPage[]): ShotState => ({
    ...chat(...talk(words), asked),
    agent: withPerson,
    live: [
      { type: "person", status: "joined", name },
      line("v", "user", how),
      line("p", "person", much),
      line("w", "user", grind),
      ...frames,
    ],
    acts: [{ see: "transcript", saying: grind }],
  });

  return {
    "launcher-idle": { closed: true },
    "launcher-hover": { closed: true, acts: [{ hover: "launcher" }], variant: true },
    "launcher-focus": { closed: true, acts: [{ focus: "launcher" }] },
    "launcher-long-label": {
      closed: true,
      config: { copy: { launcher: `${words.subtitle}, ${words.greeting}`.slice(0, 40) } },
    },
    "launcher-in-call": { ...call(...talk(words)), closed: true },
    "launcher-closed": {
      closed: true,
      hours: { open: false, time_zone: null, opens_at: OPENS, closed: "notice" },
      acts: [OPENING_SAID],
      variant: true,
    },
    "launcher-unreachable": { closed: true, refusal: 500, variant: true },
    "launcher-slot": { closed: true, inside: `<b slot="launcher">☕ ${words.agent}</b>`, variant: true },
    "launcher-bottom-left": { closed: true, attributes: { placement: "bottom-left" }, variant: true },
    "own-trigger": {
      closed: true,
      beside: `<button type="button" class="trigger" data-voice-widget-open>${words.startCall}</button>
        <style>voice-widget::part(launcher) { display: none }</style>`,
      acts: [{ pressOutside: ".trigger" }, { see: "panel" }],
      wide: true,
      variant: true,
    },
    bubble: {
      closed: true,
      config: { features: { greetingBubble: true }, copy: { welcome: words.greeting } },
      acts: [{ see: "greeting" }],
    },

    ...byStatus,
    "idle-described": {
      agents: 3,
      config: { branding: { subtitle: words.subtitle, footer: words.footer, ...FULL_BRANDING } },
    },
    "idle-text-only": { config: { features: { voice: false } }, variant: true },
    "idle-voice-only": { config: { features: { textInput: false } }, variant: true },
    "idle-focus": { acts: [{ focus: "start" }] },
    "idle-top-left": { attributes: { placement: "top-left" }, variant: true },
    // The panel asks once more as it opens.
    "idle-unreachable": { refusal: 500, acts: [{ see: "notice" }] },
    "idle-unauthorized": { refusal: 401, acts: [{ see: "notice" }], variant: true },
    "idle-rate-limited": { refusal: 429, acts: [{ see: "notice" }], variant: true },
    resumed: { saved: [...live("text", words), ...talk(words)], acts: [{ see: "transcript" }] },
    "idle-starters": {
      agent: { starters: [words.question, ...words.more.filter((_, index) => index % 2 === 0)] },
      acts: [{ see: "starters" }],
      variant: true,
    },
    // All that a start may hold.
    "idle-full": {
      agents: 3,
      agent: {
        name: words.agent.split(" ")[0] as string,
        starters: [words.question, ...words.more, words.startCall].slice(0, 6),
      },
      acts: [{ see: "agent-picker" }, { see: "starters" }],
    },
    "idle-many-agents": {
      agents: 12,
      agent: { starters: [words.question] },
      acts: [{ see: "agent-picker" }],
      variant: true,
    },
    "idle-long-words": {
      agent: {
        name: `${words.greeting} ${words.question} ${words.answer}`.slice(0, 80),
        description: words.about,
        starters: [`${words.answer} ${words.greeting}`.slice(0, 120), words.question],
      },
      config: { branding: { subtitle: `${words.subtitle}, ${words.footer}` } },
      acts: [{ see: "starters" }],
      variant: true,
    },
    "idle-one-long-word": {
      agent: { name: "a".repeat(80), starters: ["b".repeat(120)] },
      config: { branding: { subtitle: "c".repeat(120) } },
      acts: [{ see: "starters" }],
      variant: true,
    },
    "idle-other-script": {
      config: { branding: { subtitle: "محمصة الميناء للقهوة" } },
      agent: { starters: ["ما القهوة المناسبة للمكبس الفرنسي؟"] },
      acts: [{ see: "starters" }],
      variant: true,
    },
    "idle-wide-logo": { config: { branding: { logoUrl: `${PICTURES}wide.svg` } }, variant: true },
    "idle-large-avatar": { config: { branding: { avatarUrl: `${PICTURES}large.svg` } }, variant: true },
    "idle-lost-logo": { config: { branding: { logoUrl: `${PICTURES}lost.svg` } }, variant: true },
    "idle-settings": { acts: [{ press: "settings-toggle" }, { see: "settings" }] },
    consent: { config: { features: { consent: true } }, acts: [{ press: "start" }, { see: "agree" }] },

    "call-empty": call(),
    "call-partial-words": call(said("1", "agent", words.greeting), said("2", "user", "", false)),
    "call-interrupted": call(...talk(words), { type: "message_interrupted", id: "3" }),
    "call-muted": call(...talk(words), { type: "muted", muted: true }),
    "call-push-to-talk": {
      ...call(...talk(words), { type: "muted", muted: true }),
      config: { features: { pushToTalk: true } },
    },
    "call-push-to-talk-open": { ...call(...talk(words)), config: { features: { pushToTalk: true } } },
    "call-paused": call(...talk(words), { type: "paused", paused: true }),
    "call-reconnecting": call(...talk(words), { type: "reconnecting", active: true }),
    "call-last-minute": { facts: [...live("voice", words, 40), ...talk(words)] },
    "call-long": call(...long(words)),
    "call-scrolled-up": {
      ...call(...long(words), said("n", "agent", words.list), said("o", "agent", words.list)),
      acts: [{ scrollUp: "transcript" }, { see: "jump" }],
    },
    "call-long-words": {
      ...call(
        ...talk(words),
        said("4", "user", "Donaudampfschifffahrtsgesellschaftskapitänsmütze".repeat(2)),
        said("5", "agent", `https://a.example/${"a-page-with-a-long-address/".repeat(4)}`),
      ),
      variant: true,
    },
    "call-tool-running": call(
      said("1", "agent", words.greeting),
      said("2", "user", words.question),
      said("t", "tool", "check_stock", false),
      thinks,
    ),
    "call-tool-done": call(...talk(words), said("t", "tool", "check_stock"), said("s", "system", words.subtitle)),
    "call-searching": {
      ...call(
        said("1", "agent", words.greeting),
        said("2", "user", words.question),
        said("t", "tool", SEARCH_TOOL, false),
        thinks,
      ),
      variant: true,
    },
    "call-sources": {
      ...call(
        said("1", "agent", words.greeting),
        said("2", "user", words.question),
        found(words),
        said("3", "agent", words.answer),
      ),
      variant: true,
    },
    "call-sound-blocked": call(...talk(words), { type: "audio_blocked", blocked: true }),
    "call-more": { ...call(...talk(words), speaks), acts: [{ press: "more" }, { see: "menu" }] },
    "call-keyboard": { ...call(...talk(words)), acts: [{ press: "keyboard" }, { see: "composer" }] },
    "call-settings": {
      ...call(...talk(words)),
      acts: [{ press: "more" }, { press: "settings-toggle" }, { see: "settings" }],
    },
    "call-without-transcript": { ...call(...talk(words)), config: { features: { transcript: false } }, variant: true },
    "call-without-orb": { ...call(...talk(words)), config: { features: { levelMeter: false } }, variant: true },
    "call-voice-only": { ...call(...talk(words)), config: { features: { textInput: false } }, variant: true },

    "chat-listening": chat(...talk(words)),
    "chat-connecting": {
      facts: [{ type: "started", input: "text" }, said("1", "user", words.question)],
      variant: true,
    },
    "chat-thinking": chat(said("1", "agent", words.greeting), said("2", "user", words.question), thinks),
    "chat-speaking": chat(said("2", "user", words.question), said("3", "agent", words.answer, false), {
      type: "streaming",
      streaming: true,
    }),
    "chat-markdown": chat(said("2", "user", words.question), said("l", "agent", words.list)),
    "chat-sources": {
      ...chat(said("2", "user", words.question), found(words), said("3", "agent", words.answer)),
      variant: true,
    },
    "chat-in-french": { ...chat(...talk(words)), agent: { language: "fr" }, variant: true },
    "chat-long": chat(...long(words)),
    "chat-draft": { ...chat(...talk(words)), acts: [{ fill: "input", with: `${words.question} ${words.answer}` }] },
    "chat-reconnecting": { ...chat(...talk(words), { type: "reconnecting", active: true }), variant: true },

    ...each("microphone", MICROPHONE_FAULTS, (fault) => ({
      facts: [...live("voice", words), said("1", "agent", words.greeting), { type: "microphone_lost", fault }],
    })),
    "microphone-blocked-at-start": { facts: noMicrophone, acts: [{ see: "type-instead" }] },
    "microphone-still-blocked": { facts: noMicrophone, after: noMicrophone, acts: [{ see: "retry" }] },
    "microphone-mended": {
      facts: [...live("voice", words), ...talk(words), { type: "microphone_lost", fault: "microphone_denied" }],
      after: [{ type: "voice_started" }],
      acts: [{ see: "dismiss" }],
    },
    "microphone-silent": {
      facts: [...live("voice", words), ...talk(words), { type: "microphone_lost", fault: "microphone_in_use" }],
      after: [{ type: "voice_started" }],
      silent: true,
      acts: [{ see: "dismiss" }],
      variant: true,
    },
    ...each("error", FAILURES, (code) => ({
      facts: [{ type: "started", input: "voice" }, failed(code)],
      // The line to wait in comes with a chunk of its own.
      ...(code === "lines_busy" && { acts: [{ see: "queue" }] }),
    })),
    "error-own-words": {
      facts: [{ type: "started", input: "voice" }, failed("no_credit")],
      config: { copy: { error: words.about } },
      variant: true,
    },
    "busy-waiting": {
      ...busy,
      queue: { place: 3 },
      // The place, in whatever digits, comes after the button.
      acts: [{ press: "queue-wait" }, { see: "queue", saying: /[3٣]/ }, { see: "queue-leave" }],
      variant: true,
    },
    "busy-your-turn": {
      ...busy,
      queue: { ready: true },
      acts: [{ press: "queue-wait" }, { see: "queue-start" }],
      variant: true,
    },
    "busy-contact": { ...busy, acts: [{ press: "queue-contact" }, { see: "contact-form" }], variant: true },
    "closed-notice": {
      hours: { open: false, time_zone: null, opens_at: OPENS, closed: "notice" },
      acts: [{ see: "closed" }, OPENING_SAID],
    },
    "closed-contact": {
      hours: { open: false, time_zone: null, opens_at: null, closed: "contact" },
      acts: [{ see: "contact-form" }],
      variant: true,
    },
    "closed-contact-faults": {
      hours: { open: false, time_zone: null, opens_at: OPENS, closed: "contact" },
      acts: [{ press: "contact-send" }, { see: "contact-form" }, OPENING_SAID],
      variant: true,
    },

    ...each("ended", END_REASONS.slice(1), (reason) => ({
      facts: [...live("voice", words), ...talk(words), { type: "ended", reason }],
    })),
    "ended-empty": { facts: [...live("voice", words), { type: "ended", reason: "completed" }] },
    "ended-before-connected": {
      facts: [...live("voice", words).slice(0, 2), { type: "ended", reason: "visitor_left" }],
      variant: true,
    },
    "ended-without-rating": { facts: over(), config: { features: { feedback: false } }, variant: true },
    "ended-rated": { facts: over(), acts: [{ press: "star:4" }, { see: "comment" }] },
    "ended-thanked": {
      facts: over(),
      acts: [{ press: "star:4" }, { fill: "comment", with: words.answer }, { press: "comment-send" }],
    },

    "inline-idle": { attributes: { placement: "inline" } },
    "inline-call": { ...call(...talk(words)), attributes: { placement: "inline" }, variant: true },
    "other-widget-speaks": {
      ...call(...talk(words)),
      rival: [...live("voice", words), said("1", "agent", words.greeting), speaks],
      wide: true,
      variant: true,
    },
    debug: {
      attributes: { debug: "" },
      acts: [{ see: "debug", saying: "No problems found" }],
      closed: true,
      wide: true,
    },
    "debug-in-call": {
      ...call(...talk(words)),
      attributes: { debug: "" },
      acts: [{ see: "debug", saying: "WebRTC" }],
      wide: true,
    },
    "debug-refused": {
      attributes: { debug: "" },
      acts: [{ see: "debug", saying: "problem" }],
      closed: true,
      refusal: 401,
      wide: true,
    },
    "person-offered": { ...call(...talk(words)), agent: withPerson, acts: [{ see: "person-ask" }] },
    "person-offered-at-start": {
      agent: { ...withPerson, starters: [words.question] },
      acts: [{ see: "person-ask" }],
      variant: true,
    },
    "person-waiting": {
      ...call(...talk(words), asked),
      agent: withPerson,
      live: [{ type: "person", status: "waiting" }],
      acts: [{ see: "person", saying: /./ }],
    },
    "person-joined": joined(words.person, { type: "typing", on: true }),
    "person-seen": { ...joined(words.person, { type: "seen", id: "w" }), variant: true },
    "person-picture": {
      ...joined(`${words.greeting} ${words.question} ${words.answer}`.slice(0, 80), {
        type: "person",
        status: "joined",
        picture: `${PICTURES}large.svg`,
      }),
      variant: true,
    },
    "person-away": { ...joined(words.person, { type: "person", status: "waiting" }), variant: true },
    "person-asks-for-sound": joined(words.person, { type: "signal", kind: "ask" }),
    "person-missed": {
      ...chat(...talk(words), asked),
      agent: withPerson,
      live: [{ type: "person", status: "missed" }],
      acts: [{ see: "person", saying: /./ }],
      variant: true,
    },
    "slots-filled": {
      ...chat(...talk(words)),
      inside: `<b slot="header">☕ ${words.agent}</b><small slot="footer">${words.footer}</small>`,
      variant: true,
    },
  };
}
