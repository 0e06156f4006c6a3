import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Whoami } from "../shared/operators.ts";
import { SERVICE_SCREENS } from "./addresses/service.ts";
import type { Api } from "./api.ts";
import { failureNote } from "./controllers/failure-note.ts";
import { Identity } from "./controllers/identity.ts";
import { Places } from "./controllers/places.ts";
import { mayLeave } from "./controllers/unsaved.ts";
import { railButton, type Site } from "./navigation/rail.ts";
import { brandMark } from "./parts/brand.ts";
import { withoutSaving } from "./parts/confirm.ts";
import { modal } from "./parts/modal.ts";
import { notFound } from "./parts/not-found.ts";
import { serviceLinks } from "./parts/service-links.ts";
import { toast } from "./parts/toast.ts";
import { type Notice, View } from "./view.ts";

const NOTICE_MS = 4000;

const CONSOLE = "Voice Widget console";

/** The console: who is signed in, which screen the address names, the way to the others, and the short notices. */
export class App extends View {
  static override properties = {
    said: { state: true },
    site: { state: true },
    heading: { state: true },
    waiting: { state: true },
    finding: { state: true },
  };
  /** Whose screen is shown, once that is known. */
  declare site: Site | null;
  /** What the screen is called. */
  declare heading: string;
  /** How many visitors wait for a person, while the inbox is open. */
  declare waiting: number;
  /** What the palette lists, while it is open; an object of its own each time that it is opened. */
  declare finding: { only: "everything" | "sites" } | null;
  /** The notice on screen. */
  declare said: Notice | null;
  readonly #identity = new Identity(this);
  #timer: number | undefined;
  readonly #places = new Places(
    this,
    () => withoutSaving("Leave"),
    (elsewhere) => {
      if (elsewhere) this.site = null;
      this.waiting = 0;
      // It is about the screen that was left.
      if (this.said?.failed) this.said = null;
    },
  );

  constructor() {
    super();
    this.said = null;
    this.site = null;
    this.heading = "";
    this.waiting = 0;
    this.finding = null;
    this.addEventListener("notice", (event) => this.#say((event as CustomEvent<Notice>).detail));
    this.addEventListener("named", (event) => this.#arrive(event as CustomEvent<string>));
    this.addEventListener("focus-lost", (event) => this.#places.goOnAt((event as CustomEvent).detail));
    this.addEventListener("site", (event) => {
      this.site = (event as CustomEvent<Site>).detail;
    });
    this.addEventListener("waiting", (event) => {
      this.waiting = (event as CustomEvent<number>).detail;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.#key);
    clearTimeout(this.#timer);
  }

  override willUpdate(): void {
    if (this.#identity.me === null || this.#identity.away) this.said = null;
    // Closed rather than only removed, so that the keyboard goes back to where it was.
    if (!this.#identity.away) this.querySelector<HTMLDialogElement>("dialog.away")?.close();
  }

  override updated(): void {
    const { me, away, failure } = this.#identity;
    const { project, organization } = this.site ?? { project: null, organization: null };
    const name = failure ? "" : me === null || away ? "Sign in" : this.heading;
    const parts = [name, project?.name ?? organization?.name ?? "", CONSOLE].filter(
      (part, at, all) => part !== "" && all.indexOf(part) === at,
    );
    document.title = `${this.waiting > 0 ? `(${this.waiting}) ` : ""}${parts.join(" · ")}`;
  }

  override render() {
    const { me, asking, away, failure } = this.#identity;
    if (asking) return html`<main><p class="loading" role="status">Loading…</p></main>`;
    if (failure)
      return html`<main class="sign-in">
        <h1 class="brand">${brandMark}<span>${CONSOLE}</span></h1>
        ${failureNote(failure, () => this.#identity.askAgain())}
      </main>`;
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
    const { api } = this.#identity;
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to content</a>
      <header class="top">
        ${railButton()}
        <span dir="auto">${this.site?.project?.name ?? this.site?.organization?.name ?? "Voice Widget"}</span>
      </header>
      <vc-rail
        .me=${me}
        .route=${this.#places.place.route}
        .site=${this.site}
        .waiting=${this.waiting}
        @switch-site=${() => this.#find("sites")}
        @go-to=${() => this.#find("everything")}
        @sign-out=${this.#signOut}
      ></vc-rail>
      <main id="main">${this.#screen(api, me)}</main>
      ${serviceLinks()}
      ${toast(this.said, this.#closeNotice)}
      ${
        this.finding === null
          ? nothing
          : // A browser tells that a dialog was closed a moment later: who opens the palette again by then gets a new one.
            keyed(
              this.finding,
              html`<vc-palette
                .api=${api}
                .me=${me}
                .site=${this.site}
                .only=${this.finding.only}
                @gone=${(event: CustomEvent<string | null>) => this.#found(event.detail)}
              ></vc-palette>`,
            )
      }
    `;
  }

  #screen(api: Api, me: Whoami) {
    const { route, query } = this.#places.place;
    switch (route.screen) {
      case "organization":
        return html`<vc-organization .api=${api} .operator=${me.kind === "operator"} .orgId=${route.id} .tab=${route.tab} .query=${query}>
        </vc-organization>`;
      case "project":
        return html`<vc-project .api=${api} .me=${me} .projectId=${route.id} .tab=${route.tab} .item=${route.item} .query=${query}>
        </vc-project>`;
      case "unknown":
        return notFound("Page", `There is nothing at “${route.path}”.`);
      default:
        return SERVICE_SCREENS[route.screen].draw({ api, me, query });
    }
  }

  #arrive({ target, detail }: CustomEvent<string>): void {
    const heading = target as HTMLElement;
    if (heading.closest("main") === null || !heading.isConnected) return;
    this.heading = detail;
    this.#places.arrive(heading);
  }

  /** Also while somebody types: no field of the console has another use for these keys. */
  readonly #key = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.#closeNotice();
    if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
    if (this.#identity.me === null || this.#identity.away || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    this.#find("everything");
  };

  #find(only: "everything" | "sites"): void {
    this.finding = { only };
  }

  #found(href: string | null): void {
    this.finding = null;
    if (href !== null) location.assign(href);
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

  #say(said: Notice): void {
    this.said = said;
    clearTimeout(this.#timer);
    if (!said.failed) this.#timer = window.setTimeout(this.#closeNotice, NOTICE_MS);
  }

  readonly #closeNotice = () => {
    if (document.activeElement?.closest(".toast"))
      this.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    this.said = null;
  };
}
