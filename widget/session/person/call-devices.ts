/** What the browser gives; tests replace it. */
export interface CallDevices {
  createPeer(configuration: RTCConfiguration): RTCPeerConnection;
  /** Plays what the person says until `close()`. */
  play(stream: MediaStream, volume: number): { close(): void };
}

export const browserDevices: CallDevices = {
  createPeer: (configuration) => new RTCPeerConnection(configuration),
  play: (stream, volume) => {
    const player = new Audio();
    player.srcObject = stream;
    player.volume = volume;
    player.play()?.catch(() => {});
    return {
      close: () => {
        player.srcObject = null;
      },
    };
  },
};
