import "voice-widget";
import type { Message, VoiceWidgetElement, VoiceWidgetEvents } from "voice-widget";

/** A page's own script: the element by its tag, its events by their names. */
const widget = document.querySelector("voice-widget");
if (!widget) throw new Error("no widget");

widget.apiKey = "svc_pk_x";
widget.theme = "dark";
widget.context = { plan: "pro" };
widget.addEventListener("voice-widget:message", ({ detail }) => {
  const text: string = detail.text;
  const final: boolean = detail.final;
  console.log(text, final, detail.role === "agent");
});
document.addEventListener("voice-widget:session", (event) => console.log(event.detail.session_id.length));
const remove: () => void = widget.registerTool("show_offer", ({ coffee }, { signal }) => ({
  coffee,
  ok: !signal.aborted,
}));
remove();
widget.sendContext({ cart: 3 });
const lines: readonly Message[] = widget.transcript;
const made: VoiceWidgetElement = document.createElement("voice-widget");
const ended: VoiceWidgetEvents["voice-widget:end"] = { reason: "completed" };
console.log(lines, made.status === "speaking", ended);

// @ts-expect-error: no such theme
widget.theme = "pink";
// @ts-expect-error: read-only
widget.status = "idle";
// @ts-expect-error: no such detail
widget.addEventListener("voice-widget:end", ({ detail }) => detail.why);
