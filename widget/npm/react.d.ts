/** `import "voice-widget/react"` registers the element and lets React 19's JSX know of it. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type {
  VoiceWidgetAttributes,
  VoiceWidgetElement,
  VoiceWidgetListeners,
  VoiceWidgetProperties,
} from "./index.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "voice-widget": DetailedHTMLProps<HTMLAttributes<VoiceWidgetElement>, VoiceWidgetElement> &
        VoiceWidgetAttributes &
        VoiceWidgetProperties &
        VoiceWidgetListeners;
    }
  }
}

export * from "./index.js";
