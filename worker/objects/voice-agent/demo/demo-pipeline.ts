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
 * Like Skype's echo test: it hears voices, not words, and answers at once. With a recogniser it waits for the words, so
 * that it can answer from the site's pages.
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
  let stream: ReplyStream | null = null;
  return {
    next() {
      if (words.text === undefined) return "pending";
      stream ??= wholeReply(reply(request));
      return stream.next();
    },
    // The turn's words are still transcribed.
    cancel: () => {},
  };
}
