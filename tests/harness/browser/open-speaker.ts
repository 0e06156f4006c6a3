/** Runs in the page, before its scripts: the microphone hears what the page plays, so many seconds later, 8 dB softer. */
export function openSpeaker(delay: number): void {
  // Firefox runs it in the empty page before, too, which is not secure.
  if (!navigator.mediaDevices) return;
  const Context = AudioContext;
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode, ...rest: number[]) => AudioNode;
  // A node without a reference is garbage-collected.
  const held: AudioNode[] = [];
  let room: GainNode | undefined;
  const waiting: MediaStream[] = [];
  const enter = (stream: MediaStream) => {
    if (!room) return waiting.push(stream);
    const source = (room.context as AudioContext).createMediaStreamSource(stream);
    held.push(source);
    connect.call(source, room);
  };
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode, ...rest: number[]) {
    if (to instanceof AudioDestinationNode && this instanceof GainNode) {
      const tap = (this.context as AudioContext).createMediaStreamDestination();
      held.push(tap);
      connect.call(this, tap);
      enter(tap.stream);
    }
    return connect.call(this, to, ...rest);
  } as typeof AudioNode.prototype.connect;
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new Context();
    room = context.createGain();
    room.gain.value = 0.4;
    const late = context.createDelay(1);
    late.delayTime.value = delay;
    const mouth = context.createMediaStreamDestination();
    // As every real one it is never quite silent.
    const hum = context.createOscillator();
    hum.frequency.value = 50;
    const softly = context.createGain();
    softly.gain.value = 0.0005;
    hum.start();
    held.push(mouth, hum);
    connect.call(hum, softly);
    connect.call(softly, mouth);
    connect.call(room, late);
    connect.call(late, mouth);
    for (const stream of waiting.splice(0)) enter(stream);
    return mouth.stream;
  };
}
