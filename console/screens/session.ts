import { html, nothing } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import type { SessionShown } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { loadNeighbours } from "../controllers/neighbours.ts";
import { readKept } from "../inbox/kept.ts";
import { shortcutOf } from "../inbox/shortcuts.ts";
import { Confirm } from "../parts/confirm.ts";
import { fact } from "../parts/fact.ts";
import { clock, count, duration, momentInSeconds, words } from "../parts/format.ts";
import { notRead } from "../parts/not-found.ts";
import { pageHead } from "../parts/page.ts";
import { sessionBadge, stars, talkTime } from "../parts/session-badge.ts";
import { type Filters, filtersIn, toSessions } from "../parts/session-filters.ts";
import { inputName, readable, testBadge } from "../parts/session-lines.ts";
import { analysisCard, contactCard } from "../parts/session-outcome.ts";
import { sessionPlace } from "../parts/session-place.ts";
import { timeline } from "../parts/timeline.ts";
import { vendorName } from "../parts/vendors.ts";
import { contextCard } from "../parts/visitor-context.ts";
import { ProjectView } from "../view.ts";

/** How often a running session is read again, milliseconds. */
const FOLLOW_MS = 4000;

/** One conversation: what was said and what happened; ends it when it still runs. */
export class Session extends ProjectView {
  static override properties = { me: { attribute: false }, sessionId: {}, query: { attribute: false } };
  declare me: Whoami;
  declare sessionId: string;
  /** What the list is narrowed to from which the reader came. */
  declare query: URLSearchParams;
  #timer: number | undefined;

  readonly #session = new Load<SessionShown>(
    this,
    (signal) => this.api.get(`/sessions/${encodeURIComponent(this.sessionId)}`, { signal }),
    () => [this.api, this.sessionId],
  );

  readonly #neighbours = loadNeighbours(this, () => ({
    api: this.api,
    projectId: this.projectId,
    sessionId: this.sessionId,
    filters: this.#filters,
  }));

  get #filters(): Filters {
    return filtersIn(this.query);
  }

  /** As the inbox has it: who has switched its single keys off wants none here. */
  get #hasKeys(): boolean {
    return readKept(this.projectId, this.me.name).shortcuts;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#key);
    this.#timer = window.setInterval(() => {
      const running = this.#session.value && this.#session.value.status !== "ended";
      if (running && document.visibilityState === "visible") void this.#session.reload();
    }, FOLLOW_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
    clearInterval(this.#timer);
  }

  override render() {
    return html`
      ${sessionPlace(this.projectId, this.#filters, this.#neighbours.value, this.#hasKeys)}
      ${this.#session.render(
        (session) => this.#sheet(session),
        notRead("Conversation", "Each conversation is deleted after as many days as “Keep conversations for” says."),
      )}
    `;
  }

  #sheet(session: SessionShown) {
    const talked = talkTime(session, Date.now());
    const end = html`<button type="button" class="danger" @click=${() => this.#end(session)}>End conversation</button>`;
    return html`
      ${pageHead({
        title: html`Conversation with ${session.agent_name} ${sessionBadge(session)} ${testBadge(session)}`,
        name: `Conversation with ${session.agent_name}`,
        actions: session.status === "ended" ? nothing : end,
      })}
      ${session.failure ? html`<div class="note bad"><p>${session.failure}</p></div>` : nothing}
      <div class="beside">
        <div class="stack">
          <section class="card">
            <header><h2>What was said</h2></header>
            ${timeline(session)}
          </section>
          ${contextCard(session)} ${contactCard(session)} ${analysisCard(
            session,
            this.attempt(() => this.#analyze(session)),
          )}
          ${session.events.length === 0 ? nothing : this.#events(session)}
        </div>
        <dl class="card facts">
          ${fact("Started", momentInSeconds(session.started_at))}
          ${fact("Connected", session.connected_at === null ? "never" : momentInSeconds(session.connected_at))}
          ${fact("Ended", session.ended_at === null ? "still running" : momentInSeconds(session.ended_at))}
          ${fact("Length", talked === null ? "–" : duration(talked))}
          ${fact("Cost", session.charged === null ? "at the end" : session.charged === 1 ? "1 credit" : `${count(session.charged)} credits`)}
          ${fact("Rating", stars(session.rating))}
          ${fact("Page", session.page === null ? "–" : html`<a href=${session.page} target="_blank" rel="noopener noreferrer">${readable(session.page)}</a>`)}
          ${fact("First words", inputName(session) ?? "–")}
          ${fact("Vendor", vendorName(session.vendor ?? (session.provider === "provider_x" ? "elevenlabs" : null)))}
          ${fact("Model", session.voice_llm_model ?? "–")}
          ${fact("Tokens", tokens(session))}
          ${fact("Visitor", session.subject === null ? "–" : html`<code>${session.subject}</code>`)}
          ${fact("Conversation ID", html`<code>${session.id}</code>`)}
        </dl>
      </div>
    `;
  }

  /** Everything that was reported, for debugging. */
  #events({ events }: SessionShown) {
    return html`<details class="card">
      <summary>All ${count(events.length)} events, as reported</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Events">
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Event</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            ${events.map(
              (event) => html`<tr>
                <td>${clock(event.received_at)}</td>
                <td>${words(event.type)}</td>
                <td>${details(event)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }

  readonly #key = (event: KeyboardEvent) => {
    const way = this.#hasKeys ? shortcutOf(event) : null;
    const beside = way === "next" || way === "previous" ? this.#neighbours.value?.[way] : null;
    if (beside) location.hash = toSessions(this.projectId, this.#filters, beside.id);
  };

  async #analyze({ id }: SessionShown): Promise<void> {
    try {
      await this.api.post(`/sessions/${encodeURIComponent(id)}/analyze`);
    } finally {
      await this.#session.reload();
    }
  }

  async #end(session: SessionShown): Promise<void> {
    const done = await Confirm.ask({
      title: "End this conversation?",
      text: "The call ends, is charged up to now, and its voice line is free again.",
      verb: "End conversation",
      danger: true,
      run: async () => {
        await this.api.post(`/sessions/${encodeURIComponent(session.id)}/end`);
      },
    });
    if (!done) return;
    this.notice("Conversation ended");
    await this.#session.reload();
  }
}

/** What the vendor counted, as far as the page reported it. */
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
