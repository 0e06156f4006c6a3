/** The entry of the voice chunk, which a typed conversation never loads. */
export { openAudioDevice } from "./audio-device.ts";
export { openMicrophone } from "./microphone.ts";
