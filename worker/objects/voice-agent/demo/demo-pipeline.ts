import { type Pipeline, wholeReply } from "../pipeline.ts";
import { Listener } from "./listener.ts";
import { reply } from "./reply.ts";

/** Skype's echo test: it hears voices, not words, and knows its answers at once. */
export const demoPipeline: Pipeline = {
  keepsSettings: false,
  recognizer: (turns, position) => new Listener(turns, position),
  reply: (request) => wholeReply(reply(request)),
  close: () => {},
};
