/** `import "voice-widget/vue"` registers the element and lets Vue's templates know of it. */
import type { HTMLAttributes } from "vue";
import type { VoiceWidgetAttributes, VoiceWidgetElement, VoiceWidgetEventMap, VoiceWidgetProperties } from "./index.js";

type Listeners = {
  [Name in keyof VoiceWidgetEventMap as `on${Capitalize<Name>}`]?: (event: VoiceWidgetEventMap[Name]) => void;
};

declare module "vue" {
  interface GlobalComponents {
    "voice-widget": new () => VoiceWidgetElement & {
      $props: HTMLAttributes & VoiceWidgetAttributes & VoiceWidgetProperties & Listeners;
    };
  }
}

export * from "./index.js";
