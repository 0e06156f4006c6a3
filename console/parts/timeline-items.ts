import { SEARCH_TOOL } from "../../shared/tool-names.ts";
import type { SessionShown } from "../answers.ts";

type ToolCall = SessionShown["tool_calls"][number];
type SessionEvent = SessionShown["events"][number];

/** One thing that happened in a conversation. `at` in unix milliseconds. */
export type TimelineItem =
  | {
      kind: "said";
      role: "user" | "agent" | "person";
      /** The person's. */
      name?: string | undefined;
      text: string;
      interrupted: boolean;
      /** Milliseconds from the visitor's words to this answer, where it is one. */
      waited: number | null;
      /** What a search right before the answer found. */
      sources: { title: string; url: string }[];
      at: number;
    }
  | { kind: "tool"; name: string; outcome: ToolCall["outcome"] | "page"; at: number }
  | { kind: "mark"; text: string; detail: string; tone: "plain" | "good" | "bad"; at: number };

/** Longer than this is no answer any more, but something said later. */
const LONGEST_WAIT = 60_000;

const CONNECTED = "Connected";

const timeOf = (event: SessionEvent): number => event.at ?? event.received_at;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function mark(event: SessionEvent): TimelineItem | null {
  const at = timeOf(event);
  const made = (text: string, detail = "", tone: "plain" | "good" | "bad" = "plain"): TimelineItem => ({
    kind: "mark",
    ...{ text, detail, tone, at },
  });
  switch (event.type) {
    case "connected":
      return made(CONNECTED, "", "good");
    case "interrupted":
      return made("The visitor interrupted");
    case "error":
      return made("Something failed", [event.code, event.message].map(textOf).filter(Boolean).join(": "), "bad");
    case "feedback":
      return made(`Rated ${event.rating} of 5`, textOf(event.text), "good");
    case "contact":
      return made("The visitor left a contact", "", "good");
    case "person_requested":
      return made("A person was asked for", textOf(event.reason));
    case "person_joined":
      return made(`${textOf(event.name)} joined`, "", "good");
    case "person_left":
      return made(`${textOf(event.name)} gave the conversation back to the agent`);
    case "person_missed":
      return made("Nobody came", "", "bad");
    case "whisper":
      return made(`${textOf(event.name)} told the agent`, textOf(event.text));
    case "failed":
      return made("The call failed", textOf(event.reason), "bad");
    case "ended":
      return made("Ended", "");
    default:
      return null;
  }
}

/** The service's own calls, and those that the page ran by itself: the page reports both. */
function toolItems({ tool_calls, events }: SessionShown): TimelineItem[] {
  const left = tool_calls.map(({ name }) => name);
  const ran = events.flatMap((event): TimelineItem[] => {
    if (event.type !== "tool_call") return [];
    const name = textOf(event.name);
    const index = left.indexOf(name);
    if (index < 0) return [{ kind: "tool", name, outcome: "page", at: timeOf(event) }];
    left.splice(index, 1);
    return [];
  });
  return [...tool_calls.map(({ name, outcome, at }): TimelineItem => ({ kind: "tool", name, outcome, at })), ...ran];
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Titles and addresses of what a search found, each once. */
function sourcesOf({ name, outcome }: ToolCall): { title: string; url: string }[] {
  if (name !== SEARCH_TOOL || !outcome?.success) return [];
  // An owner's own tool may have that name, and answer whatever it likes.
  const { found: answers, passages } = fieldsOf(outcome.result);
  if (answers === false || !Array.isArray(passages)) return [];
  const results = passages
    .map(fieldsOf)
    .flatMap(({ title, url }) =>
      typeof url === "string" && /^https?:/i.test(url) ? [{ title: textOf(title) || url, url }] : [],
    );
  return results.filter(({ url }, index) => results.findIndex((one) => one.url === url) === index);
}

/** An event reported at the same time as a message comes after it, except the connection. */
const comesBefore = (item: TimelineItem, at: number): boolean =>
  item.at < at || (item.at === at && item.kind === "mark" && item.text === CONNECTED);

/** What was said and what happened, in one order: the transcript's own, with everything else at its time. */
export function timelineItems(session: SessionShown): TimelineItem[] {
  const { transcript, tool_calls, events } = session;
  // Each stands below one answer: the times of lines are what the page says.
  const unshown = new Set(tool_calls);
  const said = transcript.map(({ role, name, text, interrupted, at }, index): TimelineItem & { kind: "said" } => {
    const before = transcript[index - 1];
    const wait = role === "agent" && before?.role === "user" ? at - before.at : -1;
    const searched =
      role === "agent" ? [...unshown].filter((call) => call.at <= at && call.at >= (before?.at ?? 0)) : [];
    for (const call of searched) unshown.delete(call);
    return {
      kind: "said",
      ...{ role, name, text, interrupted, at },
      waited: wait >= 0 && wait <= LONGEST_WAIT ? wait : null,
      sources: searched.flatMap(sourcesOf),
    };
  });
  const others = [...toolItems(session), ...events.map(mark).filter((item) => item !== null)].sort(
    (a, b) => a.at - b.at,
  );
  const items: TimelineItem[] = [];
  for (const line of said) {
    while (others[0] && comesBefore(others[0], line.at)) items.push(others.shift() as TimelineItem);
    items.push(line);
  }
  return [...items, ...others];
}
