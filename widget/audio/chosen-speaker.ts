/** How often the outputs are listed, milliseconds: Firefox does not report every change. */
const LOOK_MS = 3_000;

/**
 * Plays on the output that the visitor chose, and on the system's own while that one is away: Firefox is silent then, and Chromium
 * stops the sound. A headset that comes back is used again.
 * @param isChosen whether that still holds
 */
export function playOn(id: string, context: AudioContext, player: HTMLAudioElement, isChosen: () => boolean): void {
  const { mediaDevices } = navigator;
  const holds = () => context.state !== "closed" && isChosen();
  let used = id;
  const use = async (sink: string) => {
    if (!holds()) return;
    used = sink;
    for (const outlet of [context, player] as Partial<Pick<HTMLAudioElement, "setSinkId">>[]) {
      try {
        await outlet.setSinkId?.(sink);
      } catch {
        // Some browsers let no page choose. A speaker that is not there yet, or not allowed, changes nothing.
      }
    }
    // It may have stopped with the output before.
    if (holds() && context.state === "suspended") context.resume().catch(() => {});
  };
  const look = async (changed?: Event) => {
    if (!holds()) {
      clearInterval(looks);
      return mediaDevices.removeEventListener("devicechange", look);
    }
    let devices: MediaDeviceInfo[] | undefined;
    try {
      devices = await mediaDevices.enumerateDevices();
    } catch {}
    const outputs = (devices ?? []).filter(({ kind, deviceId }) => kind === "audiooutput" && deviceId);
    // Browsers name none before the microphone was allowed.
    if (!outputs.length) return;
    const sink = outputs.some(({ deviceId }) => deviceId === id) ? id : "";
    if (changed || sink !== used) void use(sink);
  };
  void use(id);
  if (!id || !mediaDevices?.addEventListener) return;
  mediaDevices.addEventListener("devicechange", look);
  const looks = setInterval(look, LOOK_MS);
}
