import type { ConversationMessages } from "./messages.ts";

/** Devices, volume and ways to talk. */
const enDevices: Pick<
  ConversationMessages,
  | "done"
  | "stopSpeaking"
  | "pause"
  | "talkMode"
  | "handsFree"
  | "pushToTalk"
  | "microphone"
  | "systemDefault"
  | "chooseMicrophone"
  | "speaker"
  | "volume"
  | "microphoneLevel"
  | "announce"
  | "moreTime"
  | "speed"
  | "language"
  | "fromNextCall"
> = {
  done: "Done",
  stopSpeaking: "Stop speaking",
  pause: "Pause",
  talkMode: "Talk mode",
  handsFree: "Hands-free",
  pushToTalk: "Push to talk",
  microphone: "Microphone",
  systemDefault: "System default",
  chooseMicrophone: "Choose a microphone",
  speaker: "Speaker",
  volume: "Volume",
  microphoneLevel: "Microphone level",
  announce: "Read new messages aloud with a screen reader",
  moreTime: "I need more time: wait longer when I pause",
  speed: { title: "Speaking speed", slower: "Slower", usual: "Normal", faster: "Faster" },
  language: "Language",
  fromNextCall: "From the next call on",
};

export default enDevices;
