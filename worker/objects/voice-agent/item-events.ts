import { ClientError } from "./client-error.ts";
import type { ClientEvent, NewItem } from "./client-events.ts";
import { type Conversation, isMessageOf } from "./conversation.ts";
import { decodeAudio, encodeAudio } from "./pcm.ts";
import { type Content, type Item, newId, type Send, samplesOf } from "./wire.ts";

type ItemEvent<T extends string> = Extract<ClientEvent, { type: `conversation.item.${T}` }>;

/** The longest audio in one answer to `retrieve`. */
const MAX_RETRIEVED = samplesOf(15_000);

/** A client's item as the conversation stores it: complete, and without its audio. */
export function toItem(item: NewItem): Item {
  const base = { id: item.id ?? newId("item"), object: "realtime.item" as const, status: "completed" as const };
  switch (item.type) {
    case "message": {
      const content = (item.content as NewContent[]).map(toContent);
      return { ...base, type: "message", role: item.role, content };
    }
    case "function_call":
      return {
        ...base,
        type: "function_call",
        call_id: item.call_id ?? newId("call"),
        name: item.name,
        arguments: item.arguments,
      };
    case "function_call_output":
      return { ...base, type: "function_call_output", call_id: item.call_id, output: item.output };
  }
}

type NewContent = Extract<NewItem, { type: "message" }>["content"][number];

function toContent(part: NewContent): Content {
  switch (part.type) {
    case "input_audio":
      return { type: "input_audio", transcript: part.transcript ?? null };
    case "output_audio":
      return { type: "output_audio", transcript: part.transcript ?? "" };
    default:
      return part;
  }
}

/** @throws ClientError, like all functions here */
export function createItem(event: ItemEvent<"create">, conversation: Conversation, send: Send): void {
  const item = toItem(event.item);
  if (conversation.get(item.id))
    throw new ClientError("item_create_duplicate_item_id", `An item with id '${item.id}' already exists.`, "item.id");
  if (item.type === "function_call_output" && !conversation.hasCall(item.call_id))
    throw new ClientError(
      "invalid_tool_call_id",
      `Tool call ID '${item.call_id}' not found in conversation.`,
      "item.call_id",
    );
  const after = position(event.previous_item_id, conversation);
  const audio = event.item.type === "message" ? spoken(event.item.content) : null;
  conversation.insert(item, after);
  if (audio) conversation.keepAudio(item.id, audio);
  const previous_item_id = conversation.previousOf(item.id);
  send({ type: "conversation.item.added", previous_item_id, item });
  send({ type: "conversation.item.done", previous_item_id, item });
}

/** The item that a new one follows; `null` puts it first. */
function position(previous_item_id: string | null | undefined, conversation: Conversation): string | null {
  if (previous_item_id === "root") return null;
  if (previous_item_id == null) return conversation.last;
  if (!conversation.get(previous_item_id))
    throw new ClientError(
      "item_create_invalid_previous_item_id",
      `Error creating item: the previous item with id '${previous_item_id}' does not exist.`,
      "previous_item_id",
    );
  return previous_item_id;
}

function spoken(content: NewContent[]): Int16Array | null {
  const at = content.findIndex((part) => part.type === "input_audio" && part.audio);
  const part = content[at];
  return part?.type === "input_audio" && part.audio ? decodeAudio(part.audio, `item.content[${at}].audio`) : null;
}

export function retrieveItem(event: ItemEvent<"retrieve">, conversation: Conversation, send: Send): void {
  const { item } = known(event.item_id, "retrieve", conversation);
  send({ type: "conversation.item.retrieved", item: withAudio(item, conversation.audioOf(item.id)) });
}

function withAudio(item: Item, samples: Int16Array | null): Item | object {
  if (!isMessageOf(item, "user") || !samples || samples.length > MAX_RETRIEVED) return item;
  const audio = encodeAudio(samples);
  return { ...item, content: item.content.map((part) => (part.type === "input_audio" ? { ...part, audio } : part)) };
}

export function deleteItem(event: ItemEvent<"delete">, conversation: Conversation, send: Send): void {
  known(event.item_id, "delete", conversation);
  conversation.remove(event.item_id);
  send({ type: "conversation.item.deleted", item_id: event.item_id });
}

export function truncateItem(event: ItemEvent<"truncate">, conversation: Conversation, send: Send): void {
  const { item_id, content_index, audio_end_ms } = event;
  const entry = known(item_id, "truncate", conversation);
  if (!isMessageOf(entry.item, "assistant") || entry.audio_ms === 0)
    throw new ClientError("invalid_value", "Only an assistant's message with audio can be truncated.", "item_id");
  if (content_index !== 0)
    throw new ClientError("invalid_value", "The item has one content part: content_index must be 0.", "content_index");
  const real_ms = Math.ceil(entry.audio_ms);
  if (audio_end_ms > real_ms)
    throw new ClientError(
      "invalid_value",
      `Audio content of ${real_ms}ms is already shorter than ${audio_end_ms}ms`,
      "audio_end_ms",
    );
  entry.item.content = entry.item.content.map((part) =>
    part.type === "output_audio" ? { ...part, transcript: head(part.transcript, audio_end_ms / real_ms) } : part,
  );
  entry.audio_ms = Math.max(audio_end_ms, 1);
  conversation.changed(entry);
  send({ type: "conversation.item.truncated", item_id, content_index, audio_end_ms });
}

/** The part of a text that was heard, estimated by time, up to the last whole word. */
function head(text: string, share: number): string {
  if (share >= 1) return text;
  let end = Math.floor(text.length * share);
  while (end > 0 && !/\s/.test(text[end - 1] ?? "")) end--;
  return text.slice(0, end).trimEnd();
}

function known(item_id: string, action: string, conversation: Conversation) {
  const entry = conversation.get(item_id);
  if (entry) return entry;
  throw new ClientError(
    `item_${action}_invalid_item_id`,
    `Error: item with id '${item_id}' does not exist, nothing to ${action}.`,
    "item_id",
  );
}
