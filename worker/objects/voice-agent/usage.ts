import type { Session } from "./session.ts";
import type { Item } from "./wire.ts";

/** Token counts as of a model: one for four characters of text, or for 50 ms of audio. */
const textTokens = (text: string) => Math.ceil(text.length / 4);

const textOf = (item: Item): string => {
  if (item.type === "function_call") return item.name + item.arguments;
  if (item.type === "function_call_output") return item.output;
  return item.content.map((part) => ("text" in part ? part.text : (part.transcript ?? ""))).join(" ");
};

export function inputUsage(session: Session, items: Item[]) {
  const text_tokens = textTokens(session.instructions) + items.reduce((sum, item) => sum + textTokens(textOf(item)), 0);
  return { text_tokens, audio_tokens: 0, image_tokens: 0, cached_tokens: 0 };
}

/**
 * @param audio_ms Milliseconds of audio that the response sent.
 * @param counted the model's own count of text tokens, if there is a model
 */
export function outputUsage(
  estimated: ReturnType<typeof inputUsage>,
  output: Item[],
  audio_ms: number,
  counted?: { input_tokens: number; output_tokens: number },
) {
  const input = counted ? { ...estimated, text_tokens: counted.input_tokens } : estimated;
  const text_tokens = counted?.output_tokens ?? output.reduce((sum, item) => sum + textTokens(textOf(item)), 0);
  const audio_tokens = Math.ceil(audio_ms / 50);
  const input_tokens = input.text_tokens + input.audio_tokens;
  const output_tokens = text_tokens + audio_tokens;
  return {
    total_tokens: input_tokens + output_tokens,
    input_tokens,
    output_tokens,
    input_token_details: {
      ...input,
      cached_tokens_details: { text_tokens: 0, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: { text_tokens, audio_tokens },
  };
}
