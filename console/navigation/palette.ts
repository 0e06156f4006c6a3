import { html, nothing } from "lit";
import { composes } from "../../shared/composes.ts";
import type { Whoami } from "../../shared/operators.ts";
import type { OrganizationListed, Project } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { valueIn } from "../parts/event-value.ts";
import { modal } from "../parts/modal.ts";
import { readAll } from "../parts/read-all.ts";
import { ApiView } from "../view.ts";
import { type Destination, destinations, matching, sites } from "./destinations.ts";
import type { Site } from "./rail.ts";

/** The most that are listed at once; more words narrow it. */
const MOST = 60;

/**
 * Finds any screen, site or organization by a few letters, and what people do most often.
 * @fires gone - CustomEvent<string | null>, the address that was chosen, or nothing
 */
export class Palette extends ApiView {
  static override properties = {
    me: { attribute: false },
    site: { attribute: false },
    only: {},
    typed: { state: true },
    at: { state: true },
  };
  declare me: Whoami;
  declare site: Site | null;
  /** What it lists. */
  declare only: "everything" | "sites";
  declare typed: string;
  /** Which one of the list is chosen by the keyboard. */
  declare at: number;

  readonly #known = new Load(
    this,
    async (signal) => {
      const [projects, organizations] = await Promise.all([
        readAll<Project>(this.api, "/projects", { signal }),
        readAll<OrganizationListed>(this.api, "/organizations", { signal }),
      ]);
      return { projects, organizations };
    },
    () => [this.api],
  );

  constructor() {
    super();
    this.only = "everything";
    this.typed = "";
    this.at = 0;
  }

  get #found(): Destination[] {
    const { me, site } = this;
    const lists = {
      me,
      project: site?.project ?? null,
      organization: site?.organization ?? null,
      ...(this.#known.value ?? { projects: [], organizations: [] }),
    };
    const all = this.only === "sites" ? sites(lists) : destinations(lists);
    return matching(all, this.typed).slice(0, MOST);
  }

  override updated(): void {
    this.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }

  override render() {
    const results = this.#found;
    const at = Math.min(this.at, results.length - 1);
    const label = this.only === "sites" ? "Go to a site or organization" : "Go to a screen or do something";
    return html`<dialog
      class="palette"
      closedby="any"
      aria-label=${label}
      ${modal(() => this.#leave(null))}
    >
      <input
        type="text"
        role="combobox"
        aria-label=${label}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant=${results.length > 0 ? `palette-${at}` : nothing}
        placeholder="${label}…"
        autocomplete="off"
        spellcheck="false"
        autofocus
        @input=${(event: Event) => {
          this.typed = valueIn(event);
          this.at = 0;
        }}
        @keydown=${(event: KeyboardEvent) => this.#key(event, results, at)}
      />
      <ul id="palette-list" role="listbox" aria-label="Found" tabindex="-1">
        ${results.map(
          ({ label, detail, href }, index) => html`<li
            role="option"
            id="palette-${index}"
            aria-selected=${index === at}
            @click=${() => this.#go(href)}
            @pointermove=${() => {
              this.at = index;
            }}
          >
            <span dir="auto">${label}</span> <small dir="auto">${detail}</small>
          </li>`,
        )}
      </ul>
      ${this.#nothing(results)}
    </dialog>`;
  }

  #nothing(found: readonly Destination[]) {
    const text = this.#known.value === null ? "Loading…" : "Nothing is called so. Try fewer letters.";
    return html`<p class="hint" role="status">${found.length === 0 ? text : nothing}</p>`;
  }

  #key(event: KeyboardEvent, found: readonly Destination[], at: number): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = found[at];
    if (composes(event)) return;
    if (step !== 0 && found.length > 0) this.at = (at + step + found.length) % found.length;
    else if (event.key === "Enter" && chosen) this.#go(chosen.href);
    else return;
    event.preventDefault();
  }

  #go(href: string): void {
    this.querySelector("dialog")?.close();
    this.#leave(href);
  }

  #leave(chosen: string | null): void {
    this.dispatchEvent(new CustomEvent("gone", { detail: chosen }));
  }
}
