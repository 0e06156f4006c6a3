import { type Mind, wholeReply } from "../mind.ts";
import { Listener } from "./listener.ts";
import { reply } from "./reply.ts";

/** Skype's echo test: it hears voices, not words, and knows its answers at once. */
export const demoMind: Mind = {
  keepsSettings: false,
  ears: (turns, position) => new Listener(turns, position),
  reply: (request) => wholeReply(reply(request)),
  close: () => {},
};
