import { VENDORS } from "../../../shared/vendors.ts";

/** Items, responses and events of OpenAI's GA realtime protocol, as far as this agent speaks it. */

export const [MODEL] = VENDORS.demo.models;
/** Samples per second of all audio on the wire: PCM, 16 bits, little-endian, mono. */
export const RATE = 24_000;
export const samplesOf = (ms: number) => Math.round((ms * RATE) / 1000);
export const msOf = (samples: number) => Math.round((samples * 1000) / RATE);

export type Modality = "audio" | "text";
type Role = "user" | "assistant" | "system";
export type ItemStatus = "in_progress" | "completed" | "incomplete";

export type Content =
  | { type: "input_text"; text: string }
  | { type: "input_audio"; transcript: string | null }
  | { type: "output_text"; text: string }
  | { type: "output_audio"; transcript: string };

interface ItemBase {
  id: string;
  object: "realtime.item";
  status: ItemStatus;
}
export interface MessageItem extends ItemBase {
  type: "message";
  role: Role;
  content: Content[];
}
export interface FunctionCallItem extends ItemBase {
  type: "function_call";
  call_id: string;
  name: string;
  arguments: string;
}
interface FunctionOutputItem extends ItemBase {
  type: "function_call_output";
  call_id: string;
  output: string;
}
export type Item = MessageItem | FunctionCallItem | FunctionOutputItem;

export interface ServerEvent {
  type: string;
  [field: string]: unknown;
}
/** Sends one event to the client; `event_id` is added on the way. */
export type Send = (event: ServerEvent) => void;

/** `item_…`, `resp_…`: random, 21 characters after the prefix as OpenAI's are. */
export const newId = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll("-", "").slice(0, 21)}`;

/** The middle part of the names of an answer's text events. */
export const textEvent = (modality: Modality) => (modality === "text" ? "output_text" : "output_audio_transcript");
/** A content part of an answer while it grows. */
export const partOf = (modality: Modality, text: string) =>
  modality === "text" ? { type: "text", text } : { type: "audio", transcript: text };
/** The same in the finished item. */
export const contentOf = (modality: Modality, text: string): Content =>
  modality === "text" ? { type: "output_text", text } : { type: "output_audio", transcript: text };
