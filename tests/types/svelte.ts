import type { SvelteHTMLElements } from "svelte/elements";
import "voice-widget/svelte";

/** What Svelte's compiler checks a template against. */
type Props = SvelteHTMLElements["voice-widget"];

export const props: Props = {
  "api-key": "svc_pk_x",
  placement: "inline",
  class: "support",
  "onvoice-widget:end": (event) => console.log(event.detail.reason.length),
};

// @ts-expect-error: no such placement
export const wrong: Props = { placement: "middle" };
