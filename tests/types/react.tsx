import { useRef } from "react";
import type { VoiceWidgetElement, VoiceWidgetEventMap } from "voice-widget/react";

export function Support({ user }: { user: string }) {
  const widget = useRef<VoiceWidgetElement>(null);
  return (
    <>
      <button type="button" onClick={() => widget.current?.open()}>
        Talk to us
      </button>
      <voice-widget
        ref={widget}
        api-key="svc_pk_x"
        base-url="https://voice.example.com"
        agentId={7}
        placement="bottom-left"
        context={{ user }}
        className="support"
        onvoice-widget:message={({ detail }) => console.log(detail.text.length)}
        {...{ "onvoice-widget:end": (event: CustomEvent<{ reason: string }>) => console.log(event.detail.reason) }}
      />
      {/* @ts-expect-error: no such placement */}
      <voice-widget placement="middle" />
    </>
  );
}

/** As docs/element.md has it for an element that a server has written. */
function given(element: VoiceWidgetElement) {
  element.context = { plan: "pro" };
  const heard = ({ detail }: VoiceWidgetEventMap["voice-widget:message"]) => console.log(detail.text);
  element.addEventListener("voice-widget:message", heard);
  return () => element.removeEventListener("voice-widget:message", heard);
}

export const Hydrated = () => <voice-widget api-key="svc_pk_x" ref={given} suppressHydrationWarning />;
