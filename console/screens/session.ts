import { html, nothing } from "lit";
import type { SessionShown } from "../answers.ts";
import type { Api } from "../api.ts";
import { Load } from "../controllers/load.ts";
import { Confirm } from "../parts/confirm.ts";
import { clock, count, duration, moment, words } from "../parts/format.ts";
import { sessionBadge, talkTime } from "../parts/session-badge.ts";
import { PROVIDER_LABELS } from "../parts/terms-fields.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** How often a running session is read again. */
const FOLLOW_MS = 4000;

/** One conversation: what was said and what happened; ends it when it still runs. */
export class Session extends View {
  static override properties = { api: { attribute: false }, projectId: { type: Number }, sessionId: {} };
  declare api: Api;
  declare projectId: number;
  declare sessionId: string;
  #timer: number | undefined;

  readonly #session = new Load<SessionShown>(
    this,
    (signal) => this.api.get(`/sessions/${encodeURIComponent(this.sessionId)}`, { signal }),
    () => [this.api, this.sessionId],
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => {
      const running = this.#session.value && this.#session.value.status !== "ended";
      if (running && document.visibilityState === "visible") void this.#session.reload();
    }, FOLLOW_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  override render() {
    return html`
      <p><a href=${to.project(this.projectId, "sessions")}>← All sessions</a></p>
      ${this.#session.render((session) => this.#sheet(session))}
    `;
  }

  #sheet(session: SessionShown) {
    const talked = talkTime(session, Date.now());
    const end = html`<button type="button" class="danger" @click=${() => this.#end(session)}>End session</button>`;
    return html`
      <section class="card">
        <header>
          <h2>Call with ${session.agent_name} ${sessionBadge(session)}</h2>
          ${session.status === "ended" ? nothing : end}
        </header>
        <dl class="facts">
          ${fact("Started", moment(session.started_at))}
          ${fact("Connected", session.connected_at === null ? "never" : moment(session.connected_at))}
          ${fact("Ended", session.ended_at === null ? "still running" : moment(session.ended_at))}
          ${fact("Duration", talked === null ? "–" : duration(talked))}
          ${fact("Charged", session.charged === null ? "at the end" : `${count(session.charged)} credits`)}
          ${fact("Provider", PROVIDER_LABELS[session.provider])}
          ${fact("Model", session.voice_llm_model ?? "–")}
          ${fact("Tokens", tokens(session))}
          ${fact("Visitor", html`<code>${session.subject ?? "unknown"}</code>`)}
          ${fact("Session ID", html`<code>${session.id}</code>`)}
        </dl>
      </section>
      <section class="card">
        <header><h2>Transcript</h2></header>
        ${
          session.transcript.length === 0
            ? html`<p class="muted">Nothing was said, or the page did not report it.</p>`
            : html`<ol class="talk">
                ${session.transcript.map(
                  (line) => html`<li class=${line.role}>
                    <small>${line.role === "user" ? "Visitor" : session.agent_name} · ${clock(line.at)}</small>
                    ${line.text}
                  </li>`,
                )}
              </ol>`
        }
      </section>
      <section class="card">
        <header><h2>Events</h2></header>
        ${
          session.events.length === 0
            ? html`<p class="muted">No event was reported.</p>`
            : html`<div class="scroll">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Time</th>
                      <th scope="col">Event</th>
                      <th scope="col">Details</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${session.events.map(
                      (event) => html`<tr>
                        <td>${clock(event.received_at)}</td>
                        <td>${words(event.type)}</td>
                        <td>${details(event)}</td>
                      </tr>`,
                    )}
                  </tbody>
                </table>
              </div>`
        }
      </section>
    `;
  }

  async #end(session: SessionShown): Promise<void> {
    const done = await Confirm.ask({
      title: "End this session?",
      text: "The call is cut off, charged up to now, and its line is free again.",
      verb: "End session",
      danger: true,
      run: async () => {
        await this.api.post(`/sessions/${encodeURIComponent(session.id)}/end`);
      },
    });
    if (!done) return;
    this.notice("Session ended");
    await this.#session.reload();
  }
}

const fact = (label: string, value: unknown) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

/** What the vendor counted, as far as the page told of it. */
function tokens({ usage: { totals, items } }: SessionShown): string {
  if (items.length === 0) return "–";
  const { input_tokens, output_tokens, total_tokens, seconds } = totals;
  const sum = total_tokens || input_tokens + output_tokens;
  const spoken = seconds > 0 ? `, ${duration(Math.round(seconds * 1000))} transcribed` : "";
  return `${count(sum)} (${count(input_tokens)} in, ${count(output_tokens)} out)${spoken}`;
}

/** What an event says beyond its type and times, as `name: value`. */
function details({ type: _type, at: _at, received_at: _received, ...rest }: SessionShown["events"][number]): string {
  return Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ");
}
