import { unlockAudio } from "../audio/audio-unlock.ts";
import { loadVoice } from "../audio/load-voice.ts";
import { loadTransport, preloadTransport } from "../transport/load-transport.ts";
import { preparePeer } from "../transport/peer.ts";
import type { PageEnvironment } from "./page-lifecycle.ts";
import type { passTurnstile } from "./turnstile.ts";

/** What a conversation uses of the browser; tests replace it. */
export interface Ports {
  fetch: typeof fetch;
  unlockAudio: typeof unlockAudio;
  loadVoice: typeof loadVoice;
  loadTransport: typeof loadTransport;
  preparePeer: typeof preparePeer;
  preloadTransport: typeof preloadTransport;
  passTurnstile: typeof passTurnstile;
  page(): PageEnvironment;
}

export const browserPorts: Ports = {
  fetch: (input, init) => fetch(input, init),
  unlockAudio: unlockAudio,
  loadVoice,
  loadTransport,
  preparePeer,
  preloadTransport: preloadTransport,
  passTurnstile: async (site, signal) => (await import("./turnstile.ts")).passTurnstile(site, signal),
  page: () => ({
    window: typeof window === "undefined" ? null : window,
    document: typeof document === "undefined" ? null : document,
  }),
};
