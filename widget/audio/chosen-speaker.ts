/**
 * Plays on the output that the visitor chose, and on the system's own while that one is away: Firefox is silent then, and Chromium
 * stops the sound. A headset that comes back is used again.
 * @param isChosen whether that still holds
 */
export function playOn(id: string, context: AudioContext, player: HTMLAudioElement, isChosen: () => boolean): void {
  const { mediaDevices } = navigator;
  const holds = () => context.state !== "closed" && isChosen();
  const use = async (sink: string) => {
    if (!holds()) return;
    for (const outlet of [context, player] as Partial<Pick<HTMLAudioElement, "setSinkId">>[]) {
      // Some browsers let no page choose. One that is not there yet, or not allowed, changes nothing.
      await outlet.setSinkId?.(sink).catch(() => {});
    }
    // It may have stopped with the output before.
    if (holds() && context.state === "suspended") context.resume().catch(() => {});
  };
  const changed = async () => {
    if (!holds()) return mediaDevices.removeEventListener("devicechange", changed);
    const devices = await mediaDevices.enumerateDevices().catch(() => []);
    const outputs = devices.filter(({ kind, deviceId }) => kind === "audiooutput" && deviceId);
    // Browsers name none before the microphone was allowed.
    if (outputs.length) void use(outputs.some(({ deviceId }) => deviceId === id) ? id : "");
  };
  void use(id);
  if (id) mediaDevices?.addEventListener?.("devicechange", changed);
}
