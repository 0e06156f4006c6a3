import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CHANNEL_KEY_LIMITS,
  HOUR_BYTES,
  HOUR_BYTES_OF_LINE,
  HOUR_BYTES_OF_VISITOR,
  HOUR_REQUESTS,
  HOUR_REQUESTS_OF_VISITOR,
  MAX_BODY_BYTES,
  MAX_CONTEXT_BYTES,
  MAX_DAY_CONTACTS,
  MAX_EVENTS_PER_REQUEST,
  MAX_SESSION_CONTACTS,
  MAX_TOOL_BYTES,
  MAX_TOOL_RESULT_BYTES,
  MAX_VISITOR_CONTACTS,
  VISITOR_SHARE,
} from "../../shared/limits.ts";
import { CALLS_PATH } from "../../shared/session.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { code, table } from "./markdown.ts";

/**
 * What a public key can make the service keep or do: a row for each call that one opens. `docs/security.md` shows it; the
 * tests named in it hold the code to it.
 */

const MIB = 1024 * 1024;
/** Voice lines of the organization in the figures. */
const LINES = 5;
const HOURS = 24;
/** Requests a day: of one visitor in all, of a key in each bucket. */
const OF_VISITOR = CHANNEL_KEY_LIMITS.day * VISITOR_SHARE;
const OF_KEY = CHANNEL_KEY_LIMITS.day;

/** Bytes of the rows that a request leaves at most, besides what the visitor wrote. */
const SESSION_ROWS = 2_048;
const EVENT_ROW = 150;
/** Characters of a contact without a session, each four bytes at most, and its row. */
const CONTACT = (200 + 254 + 40 + 4_000 + 1_000) * 4 + 200;
/** What a page tells of its visitor. */
const CONTEXT = MAX_CONTEXT_BYTES + EVENT_ROW;
const TOOL_ROW = 400;
/** Names that a project's pages may count in a day, and a row of them. */
const NAMES = 209;
const NAME_ROW = 100;

/** Kept bytes: of one request, of a visitor's day, of a key's day. */
type Kept = [request: number, visitor: number, key: number];
const NOTHING: Kept = [0, 0, 0];
const each = (bytes: number): Kept => [bytes, bytes * OF_VISITOR, bytes * OF_KEY];

export interface PublicCall {
  kept: Kept;
  /** What is kept, and what bounds it besides the requests. */
  what: string;
  /** Rows written in D1 and in objects, calls of objects, and reads of KV, for one request and what follows it. */
  cost: { rows: number; calls: number };
  /** Where fewer requests than the key allows get so far, in a visitor's day and in a key's. */
  requests?: [visitor: number, key: number];
  /** Under `tests/worker/`. */
  tests: string[];
}

const COSTS = "contract/public-calls.test.ts";
const GATE = "key-gate/object.test.ts";

export const PUBLIC_CALLS: Record<string, PublicCall> = {
  "GET /widget/v1/config": {
    kept: NOTHING,
    what: "counts of the key's gate, of fixed size",
    cost: { rows: 4, calls: 3 },
    tests: [COSTS, "contract/costs.test.ts", GATE],
  },
  "GET /widget/v1/context": {
    kept: NOTHING,
    what: "the same",
    cost: { rows: 2, calls: 2 },
    tests: [COSTS, GATE],
  },
  "GET /embed/:key.js": {
    kept: NOTHING,
    what: "the same; the derived key of a channel, once; refused names of channels are looked up in D1, 60 a minute and visitor",
    cost: { rows: 2, calls: 2 },
    tests: ["routes/embed.test.ts", "routes/channel-scripts.test.ts"],
  },
  "POST /widget/v1/analytics": {
    kept: [MAX_EVENTS_PER_REQUEST * NAME_ROW, NAMES * NAME_ROW, NAMES * NAME_ROW],
    what: "a count for each of 209 names a project and day, for two years",
    cost: { rows: MAX_EVENTS_PER_REQUEST + 8, calls: 2 },
    tests: [COSTS, "sessions/operator.test.ts"],
  },
  "POST /widget/v1/session": {
    kept: [SESSION_ROWS + CONTEXT, OF_VISITOR * (SESSION_ROWS + EVENT_ROW), OF_KEY * (SESSION_ROWS + EVENT_ROW)],
    what: "session, lease and charge; a voice line and credit are taken before, and the daily caps hold; `context` counts with the bytes of what was said, and is not kept where these are used up",
    cost: { rows: 40, calls: 6 },
    tests: [COSTS, "sessions/visitor-sessions.test.ts", "sessions/context.test.ts", "org-ledger/caps.test.ts"],
  },
  "GET /widget/v1/extprovider-convai/signed-url": {
    kept: each(SESSION_ROWS),
    what: "the same",
    cost: { rows: 40, calls: 6 },
    tests: ["sessions/external-provider.test.ts"],
  },
  "POST /widget/v1/session/:session_id/events": {
    kept: [
      MAX_BODY_BYTES + MAX_EVENTS_PER_REQUEST * EVENT_ROW,
      HOURS * HOUR_BYTES_OF_VISITOR + OF_VISITOR * MAX_EVENTS_PER_REQUEST * EVENT_ROW,
      HOURS * (HOUR_BYTES + LINES * HOUR_BYTES_OF_LINE) + OF_KEY * MAX_EVENTS_PER_REQUEST * EVENT_ROW,
    ],
    what: `what was said, for the project's retention: 2 MiB and 5,000 events a session, ${HOUR_BYTES_OF_VISITOR / MIB} MiB an hour and visitor, ${HOUR_BYTES / MIB} MiB and ${HOUR_BYTES_OF_LINE / MIB} for each line an hour and organization; ${MAX_SESSION_CONTACTS} contacts a session, each as one without a session`,
    cost: { rows: 2 * MAX_EVENTS_PER_REQUEST, calls: 9 },
    tests: [COSTS, "org-ledger/kept-texts.test.ts", "org-ledger/forgiveness.test.ts"],
  },
  "POST /widget/v1/session/:session_id/extend": {
    kept: NOTHING,
    what: "a number in the lease, once: five minutes more at most, with the credit for them",
    cost: { rows: 10, calls: 3 },
    tests: [COSTS, "org-ledger/extension.test.ts"],
  },
  "POST /widget/v1/session/:session_id/reconnect": {
    kept: [CONTEXT, OF_VISITOR * EVENT_ROW, OF_KEY * EVENT_ROW],
    what: "`context` as at the start, where it is another one; counters in the lease: one before the session has connected, ten after, 60 of pages that follow one that left; a token at the vendor each",
    cost: { rows: 20, calls: 6 },
    tests: ["sessions/reconnect.test.ts", "sessions/page-changes.test.ts"],
  },
  "POST /widget/v1/session/:session_id/handover": {
    kept: NOTHING,
    what: "nothing: the ticket is sealed, not stored",
    cost: { rows: 2, calls: 3 },
    tests: ["sessions/handover.test.ts"],
  },
  "POST /widget/v1/handover": {
    kept: NOTHING,
    what: "nothing",
    cost: { rows: 2, calls: 4 },
    tests: ["sessions/handover.test.ts"],
  },
  "GET /widget/v1/session/:session_id/live": {
    kept: [LENGTHS.personMessage * 4 + EVENT_ROW, HOURS * HOUR_BYTES_OF_VISITOR, HOURS * HOUR_BYTES],
    what: `what the visitor writes to a person: 5,000 lines and 2 MiB a session, 20 in ten seconds, ${HOUR_BYTES_OF_VISITOR / MIB} MiB an hour and visitor, ${HOUR_BYTES / MIB} MiB an hour and project; ${HOUR_REQUESTS_OF_VISITOR} requests for a person an hour and visitor, ${HOUR_REQUESTS.toLocaleString("en")} an hour and project are told of; the session's secret in place of the key, which opens 20 sockets in ten seconds`,
    cost: { rows: 20, calls: 3 },
    tests: ["sessions/persons.test.ts", "sessions/live-sockets.test.ts", "sessions/live-boundaries.test.ts"],
  },
  "GET /widget/v1/session/readiness": {
    kept: NOTHING,
    what: "nothing",
    cost: { rows: 2, calls: 3 },
    tests: [COSTS],
  },
  "POST /widget/v1/session/queue": {
    kept: NOTHING,
    what: "a place in memory for 25 seconds, or 75, and a free line for 60, or once 120: five places a visitor, or `visitor_sessions`",
    cost: { rows: 4, calls: 3 },
    tests: [COSTS, "sessions/visitor-sessions.test.ts"],
  },
  "POST /widget/v1/contacts": {
    kept: [CONTACT, CONTACT * MAX_VISITOR_CONTACTS * HOURS, CONTACT * MAX_DAY_CONTACTS],
    what: "the contact, for the project's retention, and once more for each of at most 20 webhooks; beyond ten an hour and visitor, 1,000 a day and project nothing",
    cost: { rows: 220, calls: 22 },
    requests: [MAX_VISITOR_CONTACTS * HOURS, MAX_DAY_CONTACTS],
    tests: [COSTS, "aftermath/contact-limits.test.ts"],
  },
  "POST /widget/v1/tools/execute": {
    kept: [
      MAX_TOOL_RESULT_BYTES + TOOL_ROW,
      HOURS * HOUR_BYTES_OF_VISITOR + OF_VISITOR * TOOL_ROW,
      HOURS * (HOUR_BYTES + LINES * HOUR_BYTES_OF_LINE) + OF_KEY * TOOL_ROW,
    ],
    what: `the tool's result, for the project's retention: 1,000 calls and ${MAX_TOOL_BYTES / MIB} MiB a session, and for themselves the same bytes an hour as what was said; what has no room is answered and not kept; a request to the owner's server each`,
    cost: { rows: 20, calls: 6 },
    tests: [COSTS, "sessions/tools.test.ts", "org-ledger/kept-texts.test.ts", "org-ledger/forgiveness.test.ts"],
  },
  [`POST ${CALLS_PATH}`]: {
    kept: NOTHING,
    what: "nothing: the session's token opens one call, and the session's charge is the call's",
    cost: { rows: 20, calls: 4 },
    tests: ["sessions/vendor-call.test.ts"],
  },
};

const size = (bytes: number): string => {
  if (bytes === 0) return "–";
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} KB`;
  return bytes < 1_000_000_000 ? `${Math.ceil(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
};

/** Dollars of Cloudflare: a million rows are 1, a million calls of objects 0.15, a million requests 0.30. */
const dollars = ({ rows, calls }: PublicCall["cost"], requests: number): string =>
  `$${(((rows + calls * 0.15 + 0.3) * requests) / 1_000_000).toFixed(2)}`;

const rendered = (): string =>
  table(
    [
      "call",
      "keeps",
      "of a request",
      "a visitor's day",
      "a key's day",
      "rows, calls",
      "a visitor, a key and day",
      "shown by",
    ],
    Object.entries(PUBLIC_CALLS).map(([route, { kept, what, cost, requests = [OF_VISITOR, OF_KEY], tests }]) => [
      code(route),
      what,
      ...kept.map(size),
      `${cost.rows}, ${cost.calls}`,
      requests.map((number) => dollars(cost, number)).join(", "),
      tests.map(code).join(", "),
    ]),
  );

const MARKED = /(<!-- public calls: made by `npm run docs` -->\n)[\s\S]*?(\n<!-- \/public calls -->)/;

/** `docs/security.md` with the table as the source says. */
export function securityPage(): string {
  const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
  if (!MARKED.test(page)) throw new Error("docs/security.md has lost the marks of its table of public calls");
  return page.replace(MARKED, (_, begin: string, end: string) => `${begin}${rendered()}${end}`);
}
