import { html, nothing } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import { ORGANIZATION_SCREENS, ORGANIZATION_TABS } from "../addresses/organization.ts";
import { serviceListed } from "../addresses/service.ts";
import { SITE_GROUPS, SITE_SCREENS } from "../addresses/site.ts";
import { icon, MENU, SEARCH, SWITCH } from "../icons.ts";
import { brandMark } from "../parts/brand.ts";
import { type Route, to } from "../router.ts";
import { View } from "../view.ts";

/** Whose screens are shown, as far as it is known. */
export interface Site {
  project: { id: number; name: string } | null;
  organization: { id: number; name: string } | null;
}

interface Item {
  icon: string;
  label: string;
  href: string;
  current: boolean;
  /** Shown beside the label: what waits there. */
  count?: number;
}

const ID = "rail";
/** On a Mac the key has another name. */
const COMMAND = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘K" : "Ctrl K";

/** Opens the rail where it is a drawer. */
export const railButton = () =>
  html`<button type="button" class="quiet menu" popovertarget=${ID} aria-label="Menu">${icon(MENU)}</button>`;

/**
 * The way to every screen, beside them or, on a small page, in a drawer.
 * @fires switch-site - to choose another site or organization
 * @fires go-to - to find any screen
 * @fires sign-out
 */
export class Rail extends View {
  static override properties = {
    me: { attribute: false },
    route: { attribute: false },
    site: { attribute: false },
    waiting: { type: Number },
  };
  declare me: Whoami;
  declare route: Route;
  /** `null` where the screen belongs to no site and no organization. */
  declare site: Site | null;
  /** How many visitors wait for a person. */
  declare waiting: number;

  override updated(changed: Map<string, unknown>): void {
    if (changed.has("route")) this.#close();
  }

  override render() {
    return html`<nav class="rail" id=${ID} popover aria-label="Console" @click=${this.#clicked}>
      <a class="brand" href=${to.overview()}>${brandMark}<span>Voice Widget</span></a>
      ${this.#switcher()}
      <button type="button" class="go-to" @click=${() => this.#ask("go-to")}>
        ${icon(SEARCH)}<span>Go to…</span><kbd aria-hidden="true">${COMMAND}</kbd>
      </button>
      ${this.#groups().map(
        (items) => html`<ul>
          ${items.map((item) => html`<li>${link(item)}</li>`)}
        </ul>`,
      )}
      <div class="account">
        <p>Signed in as <b>${this.me.name}</b></p>
        <button type="button" class="quiet small" @click=${() => this.#ask("sign-out")}>Sign out</button>
      </div>
    </nav>`;
  }

  #switcher() {
    const { project = null, organization = null } = this.site ?? {};
    const name = project?.name ?? organization?.name ?? "All sites";
    return html`<button type="button" class="switcher" @click=${() => this.#ask("switch-site")}>
      <span dir="auto">
        ${name}
        ${project && organization && organization.name !== project.name ? html`<small>${organization.name}</small>` : nothing}
      </span>
      ${icon(SWITCH)}<span class="visually-hidden">: go to another site or organization</span>
    </button>`;
  }

  #groups(): Item[][] {
    const { route } = this;
    const organization = this.site?.organization ?? null;
    const groups: Item[][] = [];
    if (route.screen === "project") {
      const shown = route.tab === "yesterday" ? "home" : route.tab;
      for (const tabs of SITE_GROUPS)
        groups.push(
          tabs.map((tab) => ({
            icon: SITE_SCREENS[tab].icon,
            label: SITE_SCREENS[tab].label,
            href: to.project(route.id, tab),
            current: tab === shown,
            ...(tab === "inbox" && { count: this.waiting }),
          })),
        );
    }
    if (route.screen === "organization")
      groups.push(
        ORGANIZATION_TABS.map((tab) => ({
          icon: ORGANIZATION_SCREENS[tab].icon,
          label: ORGANIZATION_SCREENS[tab].label,
          href: to.organization(route.id, tab),
          current: tab === route.tab,
        })),
      );
    const service = serviceListed(this.me).map(({ name, icon, label, short }) => ({
      icon,
      label: short ?? label,
      href: to.service(name),
      current: name === route.screen,
    }));
    // After the overview of all sites.
    if (route.screen === "project" && organization)
      service.splice(1, 0, {
        icon: ORGANIZATION_SCREENS.ledger.icon,
        label: "Organization",
        href: to.organization(organization.id),
        current: false,
      });
    groups.push(service);
    return groups;
  }

  /** The drawer is out of the way before something else opens. */
  #ask(what: "switch-site" | "go-to" | "sign-out"): void {
    this.#close();
    this.dispatchEvent(new CustomEvent(what));
  }

  readonly #clicked = (event: Event) => {
    if ((event.target as Element).closest("a")) this.#close();
  };

  #close(): void {
    const drawer = this.querySelector<HTMLElement>(`#${ID}`);
    if (drawer?.matches(":popover-open")) drawer.hidePopover();
  }
}

const link = ({ icon: path, label, href, current, count = 0 }: Item) =>
  html`<a href=${href} aria-current=${current ? "page" : nothing}>
    ${icon(path)}<span>${label}</span>${count > 0 ? html`<span class="badge warn">${count}<span class="visually-hidden"> waiting</span></span>` : nothing}
  </a>`;
