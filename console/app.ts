import { html, nothing } from "lit";
import type { Whoami } from "../shared/operators.ts";
import { Api, ApiFailure } from "./api.ts";
import { mayLeave } from "./controllers/unsaved.ts";
import { OtherTabs } from "./other-tabs.ts";
import { brandMark } from "./parts/brand.ts";
import { Confirm } from "./parts/confirm.ts";
import { emptyNote } from "./parts/notes.ts";
import { type Place, parse, to } from "./router.ts";
import { View } from "./view.ts";

const NOTICE_MS = 4000;

/** The console: who is signed in, which screen the address names, and the short notices. */
export class App extends View {
  static override properties = {
    me: { state: true },
    place: { state: true },
    text: { state: true },
    reason: { state: true },
    asking: { state: true },
  };
  /** Who is signed in. */
  declare me: Whoami | null;
  declare place: Place;
  /** The notice on screen. */
  declare text: string;
  /** Why somebody was signed out. */
  declare reason: string;
  /** The browser may be signed in already; only the server can tell. */
  declare asking: boolean;
  readonly #tabs = new OtherTabs({
    signedIn: () => void this.#ask(),
    signedOut: () => this.#leave("You signed out in another tab."),
  });
  readonly #api = new Api(() => this.#leave("You are not signed in any more. Sign in again."));
  /** The address on screen. */
  #hash = location.hash;
  #timer: number | undefined;

  constructor() {
    super();
    this.place = parse(location.hash);
    this.text = "";
    this.reason = "";
    this.me = null;
    this.asking = true;
    void this.#ask();
    this.addEventListener("notice", (event) => this.#say((event as CustomEvent<string>).detail));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", this.#moved);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.#moved);
    clearTimeout(this.#timer);
  }

  override render() {
    if (this.asking) return html`<main><p class="loading" role="status">Loading…</p></main>`;
    if (!this.me)
      return html`<main>
        <vc-sign-in .reason=${this.reason} @signed-in=${(event: CustomEvent<Whoami>) => this.#signIn(event.detail)}>
        </vc-sign-in>
      </main>`;
    const { screen } = this.place.route;
    const current = (is: boolean) => (is ? "page" : nothing);
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to content</a>
      <nav class="bar" aria-label="Console">
        <a class="brand" href=${to.overview()}>${brandMark}<span>Voice Widget</span></a>
        <a href=${to.overview()} aria-current=${current(screen === "overview")}>Overview</a>
        <a href=${to.audit()} aria-current=${current(screen === "audit")}>Audit</a>
        ${
          this.me.kind === "operator"
            ? html`<a href=${to.status()} aria-current=${current(screen === "status" || screen === "operators")}>Service</a>`
            : nothing
        }
        <button type="button" class="quiet" title=${`Signed in as ${this.me.name}`} @click=${this.#signOut}>Sign out</button>
      </nav>
      <main id="main">${this.#screen(this.#api, this.me.kind === "operator")}</main>
      <footer class="service">
        <nav aria-label="Pages of this service">
          <a href="/">Demo page</a><a href="/playground/">Playground</a><a href="/docs">API reference</a>
        </nav>
      </footer>
      <div class="toast" role="status">${this.text ? html`<span>${this.text}</span>` : nothing}</div>
    `;
  }

  #screen(api: Api, operator: boolean) {
    const { route, query } = this.place;
    switch (route.screen) {
      case "overview":
        return html`<vc-overview .api=${api} .operator=${operator}></vc-overview>`;
      case "organization":
        return html`<vc-organization .api=${api} .operator=${operator} .orgId=${route.id} .tab=${route.tab}>
        </vc-organization>`;
      case "project":
        return html`<vc-project .api=${api} .operator=${operator} .projectId=${route.id} .tab=${route.tab} .item=${route.item} .query=${query}>
        </vc-project>`;
      case "new-site":
        return html`<vc-new-site .api=${api} .operator=${operator} .orgId=${numberOf(query.get("org"))}></vc-new-site>`;
      case "audit":
        return html`<vc-audit .api=${api}></vc-audit>`;
      case "status":
        return html`<vc-status .api=${api}></vc-status>`;
      case "operators":
        return html`<vc-operators .api=${api} .owner=${this.me?.role === "owner"}></vc-operators>`;
      case "unknown":
        return emptyNote(
          "There is no such screen",
          `Nothing is at “${route.path}”.`,
          html`<a class="button" href=${to.overview()}>Go to the overview</a>`,
        );
    }
  }

  readonly #moved = () => {
    const wanted = location.hash;
    if (wanted === this.#hash) return;
    if (!mayLeave()) {
      history.replaceState(null, "", this.#hash || "#/");
      void this.#askToLeave(wanted);
      return;
    }
    this.#go(wanted);
  };

  async #askToLeave(wanted: string): Promise<void> {
    const leave = await Confirm.ask({
      title: "Leave without saving?",
      text: "What you changed on this screen is not saved yet.",
      verb: "Leave",
      danger: true,
      run: async () => {},
    });
    if (!leave) return;
    history.pushState(null, "", wanted);
    this.#go(wanted);
  }

  #go(hash: string): void {
    const before = JSON.stringify(this.place.route);
    this.#hash = hash;
    this.place = parse(hash);
    if (JSON.stringify(this.place.route) === before) return;
    // A new screen begins at its top and, for a screen reader, at its name.
    scrollTo(0, 0);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("main h1")?.focus());
  }

  readonly #skip = (event: Event) => {
    event.preventDefault();
    const heading = this.querySelector<HTMLElement>("main h1");
    heading?.focus();
    heading?.scrollIntoView();
  };

  /** Whether the browser is signed in, by its cookie or through Cloudflare Access. */
  async #ask(): Promise<void> {
    try {
      this.me = await new Api().get<Whoami>("/me");
    } catch (failure) {
      if (!(failure instanceof ApiFailure && failure.status === 401))
        this.reason = "The server did not say who you are. Sign in, or load this page again.";
    } finally {
      this.asking = false;
    }
  }

  #signIn(me: Whoami): void {
    this.reason = "";
    this.me = me;
    this.#tabs.tell("signedIn");
  }

  readonly #signOut = async () => {
    // Whatever becomes of the request, this page shows nothing more.
    await this.#api.post("/sign-out").catch(() => {});
    this.#tabs.tell("signedOut");
    this.#leave("");
  };

  #leave(reason: string): void {
    if (this.me === null) return;
    this.me = null;
    this.reason = reason;
  }

  #say(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.text = "";
    }, NOTICE_MS);
  }
}

/** An id in an address, `null` where none is. */
const numberOf = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
