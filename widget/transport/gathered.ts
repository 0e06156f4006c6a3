/** Where the offer must hold all candidates: the time limit for them, and the pause that ends the wait. Milliseconds. */
const GATHER_MS = 3_000;
const GATHER_PAUSE_MS = 500;

/** Resolves when the peer's offer holds all candidates, or the time for them is over; never after the signal. */
export function gathered(peer: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const done = () => {
      stop();
      resolve();
    };
    const limit = setTimeout(done, GATHER_MS);
    const stop = () => {
      clearTimeout(pause);
      clearTimeout(limit);
      peer.onicecandidate = peer.onicegatheringstatechange = null;
    };
    signal.addEventListener("abort", stop);
    peer.onicecandidate = ({ candidate }) => {
      clearTimeout(pause);
      if (candidate) pause = setTimeout(done, GATHER_PAUSE_MS);
    };
    peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done();
    if (peer.iceGatheringState === "complete") done();
  });
}
