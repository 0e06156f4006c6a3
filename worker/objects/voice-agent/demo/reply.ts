import { END_CALL_TOOL } from "../../../../shared/tool-names.ts";
import { isQuestion } from "../../../documents/asks.ts";
import { type Conversation, isMessageOf } from "../conversation.ts";
import type { ReplyPart, ReplyRequest, ToolRequest, Utterance } from "../pipeline.ts";
import { sayExactly } from "../verbatim.ts";
import type { Item, MessageItem, Modality } from "../wire.ts";
import { answerFrom, isSearch, passagesOf, quotedPassages } from "./knowledge.ts";
import { PHRASES } from "./speech/phrases.ts";
import { speak } from "./speech/speak.ts";
import { requestedTool, toolCall } from "./tool-request.ts";
import { waveOf } from "./wave.ts";

const saying = (utterances: Utterance[]): ReplyPart[] => utterances.map((utterance) => ({ type: "say", utterance }));
const say = (text: string): ReplyPart[] => saying(speak(text.trim()));
const call = (request: ToolRequest, modality: Modality): ReplyPart[] => {
  const leaves = request.name === END_CALL_TOOL;
  // In a text answer, "Let me check" would be useless.
  const announcement = modality === "text" && !leaves ? [] : say(leaves ? PHRASES.goodbye : PHRASES.checking);
  return [...announcement, { type: "call", request }];
};

/** Decides what the agent says next. */
export function reply(request: ReplyRequest): ReplyPart[] {
  const { items: context, conversation, session, params, initial_message, modality } = request;
  const verbatim = sayExactly(params.instructions);
  if (verbatim) return say(verbatim);

  const tools = params.tools ?? session.tools;
  const choice = params.tool_choice ?? session.tool_choice;
  if (typeof choice === "object") {
    const tool = tools.find(({ name }) => name === choice.name);
    if (tool) return call(toolCall(tool), modality);
  }

  const last = lastTurn(context);
  if (last?.type === "function_call_output") return searchAnswer(request, last.output) ?? say(toolAnswer(context));
  if (isMessageOf(last, "user")) {
    const typed = textOf(last);
    const tool = choice === "none" ? null : requestedTool(typed, tools);
    if (tool) return call(tool, modality);
    const hangUp = choice !== "none" && tools.find(({ name }) => name === END_CALL_TOOL);
    if (hangUp && isGoodbye(typed)) return call(toolCall(hangUp), modality);
    if (choice === "required" && tools[0]) return call(toolCall(tools[0]), modality);
    const text = typed || wordsOf(last, conversation);
    if (!text) return playback(last, conversation);
    const quoted = quotedPassages(session.instructions);
    const answer = quoted.length > 0 ? answerFrom(text, quoted, true) : null;
    if (answer !== null) return say(answer);
    const search =
      (isQuestion(text) || WISH.test(text)) && choice !== "none" ? tools.find(({ name }) => isSearch(name)) : undefined;
    if (search) return [{ type: "call", request: { name: search.name, arguments: JSON.stringify({ query: text }) } }];
    return typed ? say(textAnswer(typed)) : playback(last, conversation);
  }
  if (last) return say(PHRASES.listening);
  return say(initial_message?.trim() || PHRASES.greeting);
}

/** What a customer says who asks without asking. */
const WISH = /\b(i('d| would)? (like|want|need|prefer|love)|looking for|recommend|suggest)\b/i;

/** What the next reply answers. */
export const lastTurn = (context: Item[]): Item | undefined => context.findLast((item) => !isMessageOf(item, "system"));

/** The recognised words of a spoken item; `""` for none. */
const wordsOf = (item: MessageItem, conversation: Conversation): string =>
  conversation.wordsOf(item.id)?.text?.trim() ?? "";

const textOf = (item: MessageItem) =>
  item.content
    .flatMap((part) => (part.type === "input_text" ? part.text.trim() : []))
    .filter(Boolean)
    .join(" ");

function playback(item: MessageItem, conversation: Conversation): ReplyPart[] {
  const samples = conversation.audioOf(item.id);
  if (!samples?.length) return say(PHRASES.not_caught);
  const text = wordsOf(item, conversation) || waveOf(samples);
  return saying([...speak(PHRASES.you_said), { text: ` ${text}`, pcm: samples }]);
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

/** The answer of the site's pages to the visitor's last words; `null` if the output is not a search's. */
function searchAnswer({ items, conversation }: ReplyRequest, output: string): ReplyPart[] | null {
  const passages = passagesOf(output);
  if (passages === null) return null;
  const asked = items.findLast((item): item is MessageItem => isMessageOf(item, "user"));
  const typed = asked ? textOf(asked) : "";
  const spoken = asked && !typed ? wordsOf(asked, conversation) : "";
  // It is not a language model: it reads out what was found, or says that it is an echo test.
  const answer = answerFrom(typed || spoken, passages, false);
  if (answer !== null) return say(answer);
  return asked && spoken ? playback(asked, conversation) : say(`${NOTHING_FOUND} ${textAnswer(typed)}`);
}

const NOTHING_FOUND = "I found nothing about that on the pages of this site; otherwise I am an echo test.";

/** All outputs since the agent last spoke or called. */
function toolAnswer(context: Item[]): string {
  const before = context.findLastIndex((item) => item.type !== "function_call_output" && !isMessageOf(item, "system"));
  const outputs = context
    .slice(before + 1)
    .flatMap((item) => (item.type === "function_call_output" ? item.output : []));
  const failed = outputs.some((output) => /^\s*\{\s*"(error|success"\s*:\s*false)/.test(output));
  const told = outputs
    .map((output) => inWords(parsed(output)))
    .filter(Boolean)
    .join(" ");
  return `${failed ? PHRASES.failed : PHRASES.done} ${shortened(told, 600)}`.trim();
}

/** How deep in what a tool gave is looked for words. */
const DEPTH = 2;

/** What a tool gave, as a person would read it: a text as it is, of an object what is in it. */
function inWords(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth >= DEPTH) return "";
  return Object.entries(value)
    .map(([name, inside]) =>
      typeof inside === "string" || typeof inside === "number"
        ? `${name.replaceAll("_", " ")}: ${inside}.`
        : inWords(inside, depth + 1),
    )
    .filter(Boolean)
    .join(" ");
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
