import type { Page } from "playwright-core";

/** Runs in a page, before its scripts: what it connects is kept where `energyIn` finds it. */
export function keepPeers(): void {
  const Peer = RTCPeerConnection;
  const peers: RTCPeerConnection[] = [];
  Object.assign(window, {
    peers,
    RTCPeerConnection: class extends Peer {
      constructor(options?: RTCConfiguration) {
        super(options);
        peers.push(this);
      }
    },
  });
}

/**
 * Runs in a page, before its scripts: sound gets a minute to connect. After the usual ten seconds people are told that it does
 * not, which `console-sound` shows; a busy machine may take longer.
 */
export function connectWithinAMinute(): void {
  const start = window.setTimeout;
  window.setTimeout = ((run: () => void, wait?: number) =>
    start(run, wait === 10_000 ? 60_000 : wait)) as typeof window.setTimeout;
}

/** The energy of the sound that arrived in the page. */
export const energyIn = (at: Page) =>
  at.evaluate(async () => {
    let energy = 0;
    for (const peer of (window as unknown as { peers: RTCPeerConnection[] }).peers)
      for (const report of (await peer.getStats()).values())
        if (report.type === "inbound-rtp") energy += report.totalAudioEnergy ?? 0;
    return energy;
  });
