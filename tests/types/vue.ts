import type { GlobalComponents } from "vue";
import "voice-widget/vue";

/** What Vue's compiler checks a template against. */
type Props = InstanceType<GlobalComponents["voice-widget"]>["$props"];

export const props: Props = {
  "api-key": "svc_pk_x",
  baseUrl: "https://voice.example.com",
  theme: "dark",
  class: "support",
  "onVoice-widget:message": (event) => console.log(event.detail.text.length),
};

// @ts-expect-error: no such theme
export const wrong: Props = { theme: "pink" };
