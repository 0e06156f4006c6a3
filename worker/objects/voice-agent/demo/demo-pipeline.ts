import { type Pipeline, type ReplyRequest, type ReplyStream, wholeReply } from "../pipeline.ts";
import type { Words } from "../words.ts";
import { Listener } from "./listener.ts";
import { lastTurn, reply } from "./reply.ts";

/** Recognises what the echo test hears. */
interface TurnRecognizer {
  recognize(samples: Int16Array, now: number): Words | null;
  close(): void;
}

/**
 * Skype's echo test: it hears voices, not words, and knows its answers at once. With a recogniser it waits for the words
 * of what was said, so that it can answer them from what it knows.
 */
export const demoPipeline = (recognizer: TurnRecognizer | null = null): Pipeline => ({
  keepsSettings: false,
  recognizer: (turns, position) => new Listener(turns, position),
  recognize: (samples, now) => recognizer?.recognize(samples, now) ?? null,
  reply(request) {
    const last = lastTurn(request.items);
    const words = last ? request.conversation.wordsOf(last.id) : null;
    return words ? replyOnceKnown(words, request) : wholeReply(reply(request));
  },
  close: () => recognizer?.close(),
});

function replyOnceKnown(words: Words, request: ReplyRequest): ReplyStream {
  let known: ReplyStream | null = null;
  return {
    next() {
      if (words.text === undefined) return "pending";
      known ??= wholeReply(reply(request));
      return known.next();
    },
    // Its words are written down all the same.
    cancel: () => {},
  };
}
