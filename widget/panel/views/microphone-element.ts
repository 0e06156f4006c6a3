import { html, nothing } from "lit/html.js";

/** Of `<microphone>`, Chromium 152 and later. */
interface MicrophoneElement extends HTMLElement {
  readonly track: MediaStreamTrack | null;
}

/**
 * The browser's own button: it asks again where the visitor has refused, which a script cannot. Its text is the browser's.
 * Not in a frame, where most browsers leave it dead.
 *
 * @param given called with each answer but a dismissal
 */
export function microphoneElement(lang: string, given: () => void) {
  if (!("HTMLMicrophoneElement" in globalThis) || self !== top) return nothing;
  const answered = ({ currentTarget }: Event) => {
    // The call opens its own, with the visitor's choice of device.
    (currentTarget as MicrophoneElement).track?.stop();
    given();
  };
  return html`<microphone part="allow" lang=${lang} @track=${answered} @error=${answered}></microphone>`;
}
