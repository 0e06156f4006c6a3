import { loadVoice } from "../audio/load-voice.ts";
import { wakeAudio } from "../audio/wake.ts";
import { loadTransport, warmTransport } from "../transport/load.ts";
import type { Page } from "./page.ts";

/** The world around a conversation; tests have another. */
export interface Ports {
  fetch: typeof fetch;
  wakeAudio: typeof wakeAudio;
  loadVoice: typeof loadVoice;
  loadTransport: typeof loadTransport;
  warmTransport: typeof warmTransport;
  page(): Page;
}

export const browserPorts: Ports = {
  fetch: (input, init) => fetch(input, init),
  wakeAudio,
  loadVoice,
  loadTransport,
  warmTransport,
  page: () => ({
    window: typeof window === "undefined" ? null : window,
    document: typeof document === "undefined" ? null : document,
  }),
};
