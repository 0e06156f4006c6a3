/**
 * Runs in the page, before its scripts: the microphone hears nothing. The browser's own fake one beeps, and a beep may
 * count as a visitor who speaks and interrupts the answer.
 */
export function quietMicrophone(): void {
  // Where a browser runs this on the empty page too, which is not secure.
  if (!navigator.mediaDevices) return;
  const Context = AudioContext;
  // A node without a reference is garbage-collected.
  const held: AudioNode[] = [];
  navigator.mediaDevices.getUserMedia = async () => {
    const mouth = new Context().createMediaStreamDestination();
    held.push(mouth);
    return mouth.stream;
  };
}
