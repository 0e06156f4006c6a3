import { END_CALL_TOOL } from "../../../shared/tool-names.ts";
import { type Conversation, isMessageOf } from "./conversation.ts";
import { answerFrom, isQuestion, isSearch, passagesOf, quotedPassages } from "./knowledge.ts";
import type { ResponseParams, Session } from "./session.ts";
import { PHRASES } from "./speech/phrases.ts";
import { speak, type Utterance } from "./speech/speak.ts";
import { requestedTool, type ToolRequest, toolCall } from "./tool-request.ts";
import { type Item, type MessageItem, msOf } from "./wire.ts";

/** What a response consists of, in the order of its output items. */
export interface Reply {
  says: Utterance[] | null;
  calls: ToolRequest | null;
}

/** Whether it only says that it goes and looks: nobody reads that. */
export const isAnnouncement = ({ calls }: Reply): boolean => calls !== null && calls.name !== END_CALL_TOOL;

/** It has no recogniser, and says so instead of inventing words. */
export const heardTranscript = (samples: Int16Array) => `(spoken, ${(msOf(samples.length) / 1_000).toFixed(1)} s)`;

const say = (text: string): Reply => ({ says: speak(text.trim()), calls: null });
const call = (request: ToolRequest): Reply => ({
  says: speak(request.name === END_CALL_TOOL ? PHRASES.goodbye : PHRASES.checking),
  calls: request,
});

/** Decides what the agent says next. `context` is what this response may know of the conversation. */
export function reply(
  context: Item[],
  conversation: Conversation,
  session: Pick<Session, "tools" | "tool_choice" | "instructions">,
  params: ResponseParams,
  initial_message: string | null,
): Reply {
  const verbatim = sayExactly(params.instructions);
  if (verbatim) return say(verbatim);

  const tools = params.tools ?? session.tools;
  const choice = params.tool_choice ?? session.tool_choice;
  if (typeof choice === "object") {
    const tool = tools.find(({ name }) => name === choice.name);
    if (tool) return call(toolCall(tool));
  }

  const last = context.findLast((item) => !isMessageOf(item, "system"));
  if (last?.type === "function_call_output") return say(searchAnswer(context, last.output) ?? toolAnswer(context));
  if (isMessageOf(last, "user")) {
    const text = textOf(last);
    const tool = choice === "none" ? null : requestedTool(text, tools);
    if (tool) return call(tool);
    const hangUp = choice !== "none" && tools.find(({ name }) => name === END_CALL_TOOL);
    if (hangUp && isGoodbye(text)) return call(toolCall(hangUp));
    if (choice === "required" && tools[0]) return call(toolCall(tools[0]));
    if (!text) return playback(last, conversation);
    const quoted = quotedPassages(session.instructions);
    const known = quoted.length > 0 ? answerFrom(text, quoted) : null;
    if (known !== null) return say(known);
    const search = isQuestion(text) && choice !== "none" ? tools.find(({ name }) => isSearch(name)) : undefined;
    if (search) return { says: null, calls: { name: search.name, arguments: JSON.stringify({ query: text }) } };
    return say(textAnswer(text));
  }
  if (last) return say(PHRASES.listening);
  return say(initial_message?.trim() || PHRASES.greeting);
}

/** "Say exactly: …": what follows, without the quotes around it. */
function sayExactly(instructions: string | undefined): string | null {
  const text = /^\s*say(?:\s+exactly)?(?:\s+this)?\s*:\s*(.+)$/isu.exec(instructions ?? "")?.[1]?.trim();
  return text?.replace(/^(["'“‘«])(.*)["'”’»]$/su, "$2").trim() || null;
}

const textOf = (item: MessageItem) =>
  item.content
    .flatMap((part) => (part.type === "input_text" ? part.text.trim() : []))
    .filter(Boolean)
    .join(" ");

function playback(item: MessageItem, conversation: Conversation): Reply {
  const samples = conversation.audioOf(item.id);
  if (!samples?.length) return say(PHRASES.not_caught);
  return {
    says: [...speak(PHRASES.you_said), { text: ` ${heardTranscript(samples)}`, pcm: samples }],
    calls: null,
  };
}

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, "")
    .trim();

const isGoodbye = (text: string): boolean =>
  /^(good ?bye|bye|bye bye|see you)( (now|later|ava))?$/.test(plainWords(text));

function textAnswer(text: string): string {
  const plain = plainWords(text);
  if (/^(hi|hello|hey|good (morning|afternoon|evening))( (there|ava))?$/.test(plain))
    return `${PHRASES.hello} ${PHRASES.help}`;
  if (isGoodbye(text)) return PHRASES.goodbye;
  if (/^(thanks|thank you)( (a lot|very much|so much|ava))?$/.test(plain)) return PHRASES.welcome;
  return `${PHRASES.read} You wrote: “${shortened(text, 600)}”`;
}

/** What the site's pages say on the visitor's last words; `null` where it was no search. */
function searchAnswer(context: Item[], output: string): string | null {
  const passages = passagesOf(output);
  if (passages === null) return null;
  const asked = context.findLast((item): item is MessageItem => isMessageOf(item, "user"));
  const text = asked ? textOf(asked) : "";
  // It is no language model: it reads out what was found, or says what it is.
  return answerFrom(text, passages) ?? `${NOTHING_FOUND} ${textAnswer(text)}`;
}

const NOTHING_FOUND = "I found nothing about that on the pages of this site; otherwise I am an echo test.";

/** All outputs since the agent last spoke or called. */
function toolAnswer(context: Item[]): string {
  const before = context.findLastIndex((item) => item.type !== "function_call_output" && !isMessageOf(item, "system"));
  const outputs = context
    .slice(before + 1)
    .flatMap((item) => (item.type === "function_call_output" ? item.output : []));
  const failed = outputs.some((output) => /^\s*\{\s*"(error|success"\s*:\s*false)/.test(output));
  return `${failed ? PHRASES.failed : PHRASES.done} The tool answered: ${shortened(outputs.join("; "), 600) || "nothing"}`;
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
