import { openAudioDevice } from "../audio/audio-device.ts";
import { openMicrophone } from "../audio/microphone.ts";
import { loadTransport, warmTransport } from "../transport/load.ts";
import type { Page } from "./page.ts";

/** The world around a conversation; tests have another. */
export interface Ports {
  fetch: typeof fetch;
  openAudioDevice: typeof openAudioDevice;
  openMicrophone: typeof openMicrophone;
  loadTransport: typeof loadTransport;
  warmTransport: typeof warmTransport;
  page(): Page;
}

export const browserPorts: Ports = {
  fetch: (input, init) => fetch(input, init),
  openAudioDevice,
  openMicrophone,
  loadTransport,
  warmTransport,
  page: () => ({
    window: typeof window === "undefined" ? null : window,
    document: typeof document === "undefined" ? null : document,
  }),
};
