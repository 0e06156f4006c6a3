/** The voice chunk's public face: what a conversation in writing never loads. */
export { openAudioDevice } from "./audio-device.ts";
export { openMicrophone } from "./microphone.ts";
