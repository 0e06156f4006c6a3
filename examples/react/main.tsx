import { StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { VoiceWidgetElement } from "voice-widget/react";
import "voice-widget/react";

interface Props {
  service: string;
  apiKey: string;
}

/** The element in React: properties, listeners and a ref, all typed. */
function Support({ service, apiKey }: Props) {
  const widget = useRef<VoiceWidgetElement>(null);
  const [said, setSaid] = useState("Nothing said yet.");
  const [dark, setDark] = useState(false);

  useEffect(
    () =>
      widget.current?.registerTool("show_offer", ({ coffee }) => {
        setSaid(`An offer: ${coffee}`);
        return { shown: true };
      }),
    [],
  );

  return (
    <>
      <h1>React 19</h1>
      <p role="status">{said}</p>
      <button type="button" onClick={() => widget.current?.open()}>
        Talk to us
      </button>
      <label>
        <input type="checkbox" checked={dark} onChange={({ target }) => setDark(target.checked)} /> Dark
      </label>
      <voice-widget
        ref={widget}
        apiKey={apiKey}
        baseUrl={service}
        theme={dark ? "dark" : "light"}
        context={{ page: "react example" }}
        onvoice-widget:message={({ detail }) => {
          if (detail.final) setSaid(`${detail.role}: ${detail.text}`);
        }}
      />
    </>
  );
}

const root = document.getElementById("root");
if (!root) throw new Error("no root");
createRoot(root).render(
  <StrictMode>
    <Support service={import.meta.env.VITE_SERVICE} apiKey={import.meta.env.VITE_API_KEY} />
  </StrictMode>,
);
