/** `import "voice-widget/svelte"` registers the element and lets Svelte's templates know of it. */
import type { HTMLAttributes } from "svelte/elements";
import type {
  VoiceWidgetAttributes,
  VoiceWidgetElement,
  VoiceWidgetListeners,
  VoiceWidgetProperties,
} from "./index.js";

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "voice-widget": HTMLAttributes<VoiceWidgetElement> &
      VoiceWidgetAttributes &
      VoiceWidgetProperties &
      VoiceWidgetListeners;
  }
}

export * from "./index.js";
