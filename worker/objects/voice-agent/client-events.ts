import * as z from "zod";
import { isObject } from "../../../shared/is-object.ts";
import { outOfBounds } from "../../deep-json.ts";
import { parseWholeJson } from "../../whole-json.ts";
import { ClientError, clientError } from "./client-error.ts";
import { responseParams, sessionUpdate } from "./session.ts";

/** Characters of one message: 1 MiB of audio as base64, and room around it. */
const MAX_MESSAGE = 1_500_000;
/** Values of its JSON: 128 tools have thousands. */
const MAX_VALUES = 20_000;

const text = z.string().max(32_768);
/** What a tool is given and answers: up to `MAX_TOOL_RESULT_BYTES`, with room for the escapes of JSON in JSON. */
const ofTool = z.string().max(200_000);
const itemId = z.string().min(1).max(64);
const itemBase = {
  id: itemId.nullish(),
  object: z.literal("realtime.item").optional(),
  status: z.enum(["completed", "incomplete", "in_progress"]).optional(),
};
const inputText = z.strictObject({ type: z.literal("input_text"), text });
const inputAudio = z.strictObject({
  type: z.literal("input_audio"),
  audio: z.string().optional(),
  transcript: text.nullish(),
});
const outputText = z.strictObject({ type: z.literal("output_text"), text });
const outputAudio = z.strictObject({
  type: z.literal("output_audio"),
  audio: z.string().optional(),
  transcript: text.nullish(),
});
const content = <T extends z.ZodType>(parts: T) => z.array(parts).min(1).max(32);

const message = z.discriminatedUnion("role", [
  z.strictObject({
    ...itemBase,
    type: z.literal("message"),
    role: z.literal("user"),
    content: content(z.discriminatedUnion("type", [inputText, inputAudio])),
  }),
  z.strictObject({
    ...itemBase,
    type: z.literal("message"),
    role: z.literal("system"),
    content: content(inputText),
  }),
  z.strictObject({
    ...itemBase,
    type: z.literal("message"),
    role: z.literal("assistant"),
    content: content(z.discriminatedUnion("type", [outputText, outputAudio])),
  }),
]);
const functionCall = z.strictObject({
  ...itemBase,
  type: z.literal("function_call"),
  call_id: z.string().min(1).max(64).optional(),
  name: z.string().min(1).max(64),
  arguments: ofTool,
});
const functionOutput = z.strictObject({
  ...itemBase,
  type: z.literal("function_call_output"),
  call_id: z.string().min(1).max(64),
  output: ofTool,
});
export const newItem = z.discriminatedUnion("type", [message, functionCall, functionOutput]);
export type NewItem = z.infer<typeof newItem>;

const event = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject({ type: z.string(), event_id: z.string().max(512).optional(), ...fields });

const EVENTS = {
  "session.update": event({ session: sessionUpdate }),
  "input_audio_buffer.append": event({ audio: z.string() }),
  "input_audio_buffer.commit": event({}),
  "input_audio_buffer.clear": event({}),
  "output_audio_buffer.clear": event({}),
  "conversation.item.create": event({ item: newItem, previous_item_id: z.string().nullish() }),
  "conversation.item.retrieve": event({ item_id: z.string() }),
  "conversation.item.truncate": event({
    item_id: z.string(),
    content_index: z.int().min(0),
    audio_end_ms: z.int().min(0),
  }),
  "conversation.item.delete": event({ item_id: z.string() }),
  "response.create": event({ response: responseParams.nullish() }),
  "response.cancel": event({ response_id: z.string().nullish() }),
};
type Events = typeof EVENTS;
export type ClientEvent = { [T in keyof Events]: { type: T } & Omit<z.infer<Events[T]>, "type"> }[keyof Events];

/** The event's own id, for an error about it. */
export const eventIdOf = (body: unknown): string | null =>
  isObject(body) && typeof body.event_id === "string" ? body.event_id.slice(0, 512) : null;

/** @throws ClientError */
export function parseJson(message: string): unknown {
  if (message.length > MAX_MESSAGE)
    throw new ClientError("message_too_large", `A message may have at most ${MAX_MESSAGE} characters.`);
  const beyond = outOfBounds(message, MAX_VALUES);
  if (beyond) throw new ClientError("invalid_json", `The message is out of bounds: ${beyond.why}.`);
  try {
    return parseWholeJson(message);
  } catch {
    throw new ClientError("invalid_json", "The message is not JSON. Send one JSON object per message.");
  }
}

/** @throws ClientError that names the first fault. */
export function parseClientEvent(body: unknown): ClientEvent {
  if (!isObject(body)) throw new ClientError("invalid_event", "The message must be a JSON object with a 'type'.");
  const type = body.type;
  if (type === undefined)
    throw new ClientError("missing_required_parameter", "Missing required parameter: 'type'.", "type");
  const schema = typeof type === "string" && Object.hasOwn(EVENTS, type) ? EVENTS[type as keyof Events] : undefined;
  if (!schema) {
    const supported = Object.keys(EVENTS).map((name) => `'${name}'`);
    const wrong = typeof type === "string" ? `'${type.slice(0, 80)}'` : typeof type;
    throw new ClientError(
      "invalid_value",
      `Invalid value: ${wrong}. Supported values are: ${supported.join(", ")}.`,
      "type",
    );
  }
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw clientError(parsed.error);
  return parsed.data as ClientEvent;
}
