/**
 * Everything the demo agent can say aloud. `scripts/dev/make-speech.ts` speaks these, in this order, into `phrases.adpcm`:
 * run it again after any change here.
 */
export const PHRASES = {
  ava: "Hi, I'm Ava from Harbour Coffee. Say something, and I will play back what I heard.",
  ben: "Hello, this is Ben. What would you like to know about your order?",
  greeting: "Hello! Say something, and I will play back what I heard.",
  you_said: "You said:",
  read: "Thanks, I read your message.",
  checking: "Let me check that for you.",
  done: "Done.",
  failed: "That did not work.",
  not_caught: "I did not catch that.",
  listening: "I am listening.",
  still_there: "Are you still there?",
  hello: "Hello!",
  welcome: "You are welcome.",
  goodbye: "Goodbye!",
  help: "Say something, or type a message.",
} as const;
