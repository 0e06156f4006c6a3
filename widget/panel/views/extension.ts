import { html, nothing } from "lit/html.js";
import type { SessionExtended } from "../../../shared/extension.ts";
import type { ConversationMessages } from "../../i18n/messages.ts";
import { liveOf } from "../../session/selectors.ts";
import { askService, type ServiceAnswer } from "../ask-service.ts";
import type { ViewModel } from "../view-model.ts";

/** What the service says of a session's extension: `none` also while it is asked, `asked` after the press. */
type Extension = "none" | "offered" | "asked" | "granted" | "impossible";

/** By the session's id; `remaining` is the state's value at that moment. */
const extensions = new Map<string, { is: Extension; remaining: number }>();

/** The service's own "no"; whatever else fails, as without a network, may be pressed again. */
const REFUSALS: readonly unknown[] = ["not_extendable", "no_credit", "cap_reached", "session_ended"];

/**
 * In a conversation's last minute: says so, offers more time where the service would give it, and says what came of it. The
 * next report brings the time that is left then, and with it this view goes.
 */
export function extension(
  { state, service, redraw }: ViewModel,
  texts: Pick<ConversationMessages, "lastMinute" | "extension">,
) {
  const live = liveOf(state);
  if (!live) return nothing;
  const { session_id } = live.session;
  const set = (is: Extension) => extensions.set(session_id, { is, remaining: live.remaining_seconds });
  const ask = async (sent: object, meanwhile: Extension, next: (answer: ServiceAnswer) => Extension) => {
    set(meanwhile);
    set(next(await askService(service, `session/${session_id}/extend`, sent)));
    redraw();
  };
  const known = extensions.get(session_id);
  if (!known)
    void ask({ ask: true }, "none", ({ body }) => ((body as SessionExtended | null)?.seconds ? "offered" : "none"));
  // The added time nears its end as well.
  const is = known?.is === "granted" && known.remaining !== live.remaining_seconds ? "none" : known?.is;
  const extend = () => {
    void ask({}, "asked", ({ body, failure }) =>
      failure === null
        ? "granted"
        : REFUSALS.includes((body as { code?: unknown } | null)?.code)
          ? "impossible"
          : "offered",
    );
    redraw();
  };
  const words = texts.extension;
  return html`
    <div class="card notice" part="notice" role="alert" data-code="last_minute">
      <p class="what">${is === "granted" ? words.granted : texts.lastMinute}</p>
      ${
        is === "offered"
          ? html`<p>${words.question}</p>
              <button class="secondary" part="extend" type="button" @click=${extend}>${words.extend}</button>`
          : nothing
      }
      ${is === "impossible" ? html`<p>${words.impossible}</p>` : nothing}
    </div>
  `;
}
