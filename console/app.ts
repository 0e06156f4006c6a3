import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Whoami } from "../shared/operators.ts";
import type { Api } from "./api.ts";
import { Identity } from "./controllers/identity.ts";
import { mayLeave } from "./controllers/unsaved.ts";
import { brandMark } from "./parts/brand.ts";
import { Confirm } from "./parts/confirm.ts";
import { emptyNote } from "./parts/empty-note.ts";
import { modal } from "./parts/modal.ts";
import { type Place, parse, to } from "./router.ts";
import { View } from "./view.ts";

const NOTICE_MS = 4000;

/** The console: who is signed in, which screen the address names, and the short notices. */
export class App extends View {
  static override properties = {
    place: { state: true },
    text: { state: true },
  };
  declare place: Place;
  /** The notice on screen. */
  declare text: string;
  readonly #identity = new Identity(this);
  /** The address on screen. */
  #hash = location.hash;
  #timer: number | undefined;

  constructor() {
    super();
    this.place = parse(location.hash);
    this.text = "";
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

  override willUpdate(): void {
    // Closed rather than only removed, so that the keyboard goes back to where it was.
    if (!this.#identity.away) this.querySelector<HTMLDialogElement>("dialog.away")?.close();
  }

  override render() {
    const { me, asking, away } = this.#identity;
    if (asking) return html`<main><p class="loading" role="status">Loading…</p></main>`;
    if (!me) return html`<main>${this.#signIn()}</main>`;
    // Nothing that one person read or typed stays for another.
    return keyed(JSON.stringify([me.kind, me.name, me.org_id]), [this.#screens(me), away ? this.#cover() : nothing]);
  }

  #signIn() {
    const { reason, other } = this.#identity;
    return html`<vc-sign-in
      .reason=${reason}
      .other=${other}
      @signed-in=${(event: CustomEvent<Whoami>) => this.#identity.signIn(event.detail)}
      @go-on=${() => this.#identity.goOnAsOther()}
    ></vc-sign-in>`;
  }

  /** Over the screens, which keep what was typed. */
  #cover() {
    return html`<dialog
      class="away"
      closedby="none"
      aria-labelledby="sign-in-title"
      @cancel=${(event: Event) => event.preventDefault()}
      ${modal(() => this.querySelector<HTMLDialogElement>("dialog.away")?.showModal())}
    >
      ${this.#signIn()}
    </dialog>`;
  }

  #screens(me: Whoami) {
    const { screen } = this.place.route;
    const current = (is: boolean) => (is ? "page" : nothing);
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to content</a>
      <nav class="bar" aria-label="Console">
        <a class="brand" href=${to.overview()}>${brandMark}<span>Voice Widget</span></a>
        <a href=${to.overview()} aria-current=${current(screen === "overview")}>Overview</a>
        <a href=${to.audit()} aria-current=${current(screen === "audit")}>Audit</a>
        ${
          me.kind === "operator"
            ? html`<a href=${to.status()} aria-current=${current(screen === "status" || screen === "operators")}>Service</a>`
            : nothing
        }
        <button type="button" class="quiet" title=${`Signed in as ${me.name}`} @click=${this.#signOut}>Sign out</button>
      </nav>
      <main id="main">${this.#screen(this.#identity.api, me)}</main>
      <footer class="service">
        <nav aria-label="Pages of this service">
          <a href="/guides/">Guides</a><a href="/">Demo page</a><a href="/playground/">Playground</a
          ><a href="/docs">API reference</a>
        </nav>
      </footer>
      <div class="toast" role="status">${this.text ? html`<span>${this.text}</span>` : nothing}</div>
    `;
  }

  #screen(api: Api, me: Whoami) {
    const { route, query } = this.place;
    const operator = me.kind === "operator";
    switch (route.screen) {
      case "overview":
        return html`<vc-overview .api=${api} .operator=${operator}></vc-overview>`;
      case "organization":
        return html`<vc-organization .api=${api} .operator=${operator} .orgId=${route.id} .tab=${route.tab}>
        </vc-organization>`;
      case "project":
        return html`<vc-project .api=${api} .me=${me} .projectId=${route.id} .tab=${route.tab} .item=${route.item} .query=${query}>
        </vc-project>`;
      case "new-site":
        return html`<vc-new-site .api=${api} .operator=${operator} .orgId=${numberOf(query.get("org"))}></vc-new-site>`;
      case "audit":
        return html`<vc-audit .api=${api}></vc-audit>`;
      case "status":
        return html`<vc-status .api=${api}></vc-status>`;
      case "operators":
        return html`<vc-operators .api=${api} .owner=${me.role === "owner"}></vc-operators>`;
      case "unknown":
        return emptyNote(
          "Page not found",
          `There is nothing at “${route.path}”.`,
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
    if (!(await withoutSaving("Leave"))) return;
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

  readonly #signOut = async () => {
    if (mayLeave() || (await withoutSaving("Sign out"))) await this.#identity.signOut();
  };

  #say(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.text = "";
    }, NOTICE_MS);
  }
}

const withoutSaving = (verb: string): Promise<boolean> =>
  Confirm.ask({
    title: `${verb} without saving?`,
    text: "Your changes on this screen are not saved yet.",
    verb,
    danger: true,
    run: async () => {},
  });

/** An id in an address, `null` where none is. */
const numberOf = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
