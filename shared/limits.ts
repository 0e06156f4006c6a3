/** Limits of the public API: one table, read by the schemas, the Worker and the widget. */

/** Bytes of a request body, `413` above. */
export const MAX_BODY_BYTES = 64 * 1024;

export const CONSOLE_KEY_LIMITS = { minute: 60, day: 10_000 } as const;
export const CHANNEL_KEY_LIMITS = { minute: 600, day: 100_000 } as const;
/** Accepted requests of one visitor address per minute, in front of a channel key's own limit. */
export const VISITOR_MINUTE_LIMIT = 120;
/** What one visitor may use of a channel key's day, and of its minute where that is small. */
export const VISITOR_SHARE = 1 / 5;
/** Requests a minute that one conversation needs at most: no share of a small limit is smaller. */
export const MIN_VISITOR_MINUTE = 30;
/** Places that one visitor may have in the queue for a voice line, where the channel limits no sessions of theirs. */
export const MAX_VISITOR_PLACES = 5;
/** Sessions at a time that a channel may allow one visitor at most. */
export const MAX_VISITOR_SESSIONS = 1_000;

/** Questions of an agent that are suggested before the first message, in each language. */
export const MAX_STARTERS = 6;

/** How many fields and criteria an analysis may have besides its summary. */
export const MAX_ANALYSIS_FIELDS = 20;
export const MAX_ANALYSIS_CRITERIA = 10;

/** Opening hours: spans in one day, and dates with hours of their own. */
export const MAX_DAY_SPANS = 12;
export const MAX_HOUR_EXCEPTIONS = 400;

/** Characters of a token of Turnstile. */
export const MAX_TURNSTILE_TOKEN = 2_048;

/** Contacts without a session: of one visitor in an hour, and of a project in a UTC day. */
export const MAX_VISITOR_CONTACTS = 10;
export const MAX_DAY_CONTACTS = 1_000;

export const MAX_USER_ID = 128;
export const MAX_VISITOR_ID = 64;

export const MAX_CONTEXT_PAIRS = 50;
export const MAX_CONTEXT_KEY = 64;
export const MAX_CONTEXT_BYTES = 8 * 1024;

/** Characters of one message that is typed, which are those of one transcript event. */
export const MAX_TYPED = 8_000;

export const MAX_EVENTS_PER_REQUEST = 50;

/** Seconds without a sign of life after which a connected session is ended. */
export const LEASE_SECONDS = 90;
/** Seconds worth of credit that a start reserves, and the least it settles for. */
export const RESERVE_SECONDS = 300;
export const MIN_RESERVE_SECONDS = 60;
/** Seconds after the end in which a late transcript or feedback is still taken. */
export const LATE_EVENT_SECONDS = 3600;
/** Seconds that a visitor may add to a session's longest duration, once; no more than that duration itself. */
export const MAX_EXTENSION_SECONDS = 300;
/** How often a session may be reconnected before and after its first `connected`. Each one makes a token at the vendor. */
export const MAX_EARLY_RECONNECTS = 1;
export const MAX_RECONNECTS = 10;
/** How often another page of the site may take a session up. */
export const MAX_PAGE_CHANGES = 60;
/** Seconds in which the next page must have connected the session that a page has left to it. */
export const LEFT_PAGE_SECONDS = 25;
/** Characters of the name that a page gives itself. */
export const MAX_PAGE_ID = 64;

/** Seconds from the start in which a `failed` may be free, and how many of them are in an hour for one visitor. */
export const FREE_FAILURE_SECONDS = 60;
export const FREE_FAILURES_AN_HOUR = 5;
/** Seconds an hour that one visitor is not charged on the page's word alone, where our own side sees no calls. */
export const FORGIVEN_SECONDS_AN_HOUR = 60;

/** What a session keeps at most: events, and bytes of their text. */
export const MAX_SESSION_EVENTS = 5_000;
export const MAX_SESSION_BYTES = 2 * 1024 * 1024;
/** Contacts that one session takes. */
export const MAX_SESSION_CONTACTS = 10;
/**
 * Bytes of text that an organization's sessions keep in a clock hour: so many and more for each voice line, and of one
 * visitor. What is said all hour long on a line are about 200 KB.
 */
export const HOUR_BYTES = 16 * 1024 * 1024;
export const HOUR_BYTES_OF_LINE = 1024 * 1024;
export const HOUR_BYTES_OF_VISITOR = 8 * 1024 * 1024;
/** Requests with late events that an ended session still takes. */
export const MAX_LATE_REQUESTS = 10;
/** Calls of tools in a session, and bytes of their results that it keeps. */
export const MAX_TOOL_CALLS = 1_000;
export const MAX_TOOL_BYTES = 2 * 1024 * 1024;
/** How far an event's `at` may be from the server's clock. */
export const MAX_CLOCK_DIFFERENCE_SECONDS = 86_400;
/** Seconds after a visitor left in which their conversation can be gone on with, in a new session. */
export const CONTINUE_SECONDS = 300;
/** How long a visitor waits for a person unless the owner says otherwise, and how long a person may keep one. Seconds. */
export const PERSON_WAIT_SECONDS = 60;
export const PERSON_SECONDS = 3_600;
/** Seconds without the page's socket after which a conversation with a person is over. */
export const PERSON_GONE_SECONDS = 90;
/** Requests for a person in a clock hour: of one visitor, and of all of a project. More are told to nobody. */
export const HOUR_REQUESTS_OF_VISITOR = 30;
export const HOUR_REQUESTS = 1_000;
/** Inboxes that a project has open at a time, and of those one operator who is named. A token may be a whole team's. */
export const MAX_INBOXES = 200;
export const MAX_INBOXES_OF_OPERATOR = 20;
/** Whispers that wait for the agent in one session. */
export const MAX_WHISPERS = 20;
/** Characters of why a person is asked for, and of what was said so far. */
export const MAX_PERSON_REASON = 500;
export const MAX_PERSON_SUMMARY = 2_000;
/** Characters of a page's address. */
export const MAX_PAGE = 500;
/** Days that one request for statistics sums up: a leap year. */
export const MAX_STATISTICS_DAYS = 366;
/** Live messages of one sender in ten seconds. */
export const MAX_LIVE_MESSAGES = 20;

/** How often a client reports a sign of life, in seconds. */
export const HEARTBEAT_SECONDS = 20;
/** The same while somebody watches the project or a person is asked for: a person who joins is seen so soon. */
export const WATCHED_HEARTBEAT_SECONDS = 5;
/** How long a voice line is held for a visitor whose turn in the queue it is, and once more where they ask for it. */
export const QUEUE_HOLD_MS = 60_000;
/** A credit is a second at this default rate (credits per minute). */
export const DEFAULT_CREDITS_PER_MINUTE = 60;
export const DEFAULT_MAX_DURATION_SECONDS = 3600;

export const TOOL_TIMEOUT_MS = 10_000;
export const MAX_TOOL_RESULT_BYTES = 64 * 1024;

export const MEMORY_DAYS = 90;
/** Days that conversations are kept unless the owner says otherwise. */
export const RETENTION_DAYS = 90;

/**
 * What bounds whoever runs an organization, by action of the audit log. `most`: so many at once of what is live, for an
 * organization's token and for an operator; `hour`: an organization's tokens together in any hour. Sources have their number
 * in `shared/knowledge.ts`; a site is a project, an agent and a channel.
 */
export const BOUNDS = {
  "organization.create": { noun: "organizations", of: "service", most: 0, of_operator: 100_000 },
  "operator.create": { noun: "operators", of: "service", most: 0, of_operator: 1_000 },
  "token.create": { noun: "tokens", of: "organization", most: 100, of_operator: 1_000, hour: 60 },
  "project.create": { noun: "projects", of: "organization", most: 200, of_operator: 10_000, hour: 60 },
  "agent.create": { noun: "agents", of: "project", most: 200, of_operator: 1_000, hour: 240 },
  "channel.create": { noun: "channels", of: "project", most: 200, of_operator: 1_000, hour: 240 },
  "key.create": { noun: "keys", of: "project", most: 500, of_operator: 20_000, hour: 240 },
  "channel.add_key": { noun: "keys", of: "project", most: 500, of_operator: 20_000, hour: 240 },
  "webhook.create": { noun: "webhooks", of: "project", most: 20, of_operator: 20, hour: 240 },
  "channel.regenerate": { hour: 240 },
  "organization.update": { hour: 60 },
  "project.update": { hour: 240 },
  "agent.update": { hour: 240 },
  "channel.update": { hour: 240 },
  "key.update": { hour: 600 },
  "webhook.update": { hour: 240 },
  "project.rotate_identity_secret": { hour: 60 },
  "project.read_identity_secret": { hour: 600 },
  "project.export_sessions": { hour: 600 },
  "project.export_contacts": { hour: 600 },
  "webhook.rotate_secret": { hour: 60 },
  "session.analyze": { hour: 600 },
  "subject.forget": { hour: 1_000 },
  "contact.update": { hour: 600 },
  "source.preview": { hour: 240 },
  "source.create": { hour: 240 },
  "source.unread": { hour: 240 },
  "source.refresh": { hour: 240 },
  "source.update": { hour: 240 },
  "tool.test": { hour: 240 },
  "webhook.test": { hour: 240 },
  "delivery.replay": { hour: 1_000 },
  "device.create": { hour: 240 },
} as const satisfies Record<
  string,
  ({ noun: string; of: string; most: number; of_operator: number } | object) & { hour?: number }
>;
export type BoundedAction = keyof typeof BOUNDS;
export type OwnedNoun = Extract<(typeof BOUNDS)[BoundedAction], { noun: string }>["noun"];
