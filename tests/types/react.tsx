import { useRef } from "react";
import type { VoiceWidgetElement } from "voice-widget/react";

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
