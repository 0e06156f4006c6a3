import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type Place, parse, type Route } from "../router.ts";
import { mayLeave } from "./unsaved.ts";

type Host = ReactiveControllerHost & HTMLElement;

const sameOwner = (a: Route, b: Route): boolean => a.screen === b.screen && "id" in a && "id" in b && a.id === b.id;

/** Which screen the address names; going to another one begins at its top and, for a screen reader, at its heading. */
export class Places implements ReactiveController {
  place: Place;
  readonly #host: Host;
  readonly #askToLeave: () => Promise<boolean>;
  readonly #moved: (elsewhere: boolean) => void;
  /** The address on screen. */
  #hash = "";
  /** A new screen is coming: its heading takes the focus. */
  #arriving = false;

  /**
   * @param askToLeave whether what is not saved may be lost
   * @param moved after a change of screen; `elsewhere`: to another site or organization
   */
  constructor(host: Host, askToLeave: () => Promise<boolean>, moved: (elsewhere: boolean) => void) {
    this.#host = host;
    this.#askToLeave = askToLeave;
    this.#moved = moved;
    this.place = this.#take(location.hash);
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("hashchange", this.#changed);
  }

  hostDisconnected(): void {
    window.removeEventListener("hashchange", this.#changed);
  }

  /** The heading of the screen is there. */
  arrive(heading: HTMLElement): void {
    if (!this.#arriving) return;
    this.#arriving = false;
    // Somebody may be typing already.
    if (!document.activeElement?.matches("main :is(input, textarea, select)")) heading.focus({ preventScroll: true });
  }

  /** The control that had the focus was removed. @param beside takes it; `null`: the heading does, once there is one */
  goOnAt(beside: HTMLElement | null): void {
    if (this.#arriving) return;
    const place = beside ?? this.#host.querySelector<HTMLElement>("main h1");
    if (place) place.focus({ preventScroll: true });
    else this.#arriving = true;
  }

  readonly #changed = () => {
    const wanted = location.hash;
    if (wanted === this.#hash) return;
    if (mayLeave()) return this.#go(wanted);
    history.replaceState(null, "", this.#hash || "#/");
    void this.#leave(wanted);
  };

  async #leave(wanted: string): Promise<void> {
    if (!(await this.#askToLeave())) return;
    history.pushState(null, "", wanted);
    this.#go(wanted);
  }

  #go(hash: string): void {
    const before = this.place.route;
    this.place = this.#take(hash);
    const { route } = this.place;
    this.#host.requestUpdate();
    if (JSON.stringify(route) === JSON.stringify(before)) return;
    this.#arriving = true;
    scrollTo(0, 0);
    this.#moved(!sameOwner(route, before));
  }

  /** What an address asks to be done stands in it no longer than until it is done. */
  #take(hash: string): Place {
    const place = parse(hash);
    const asks = place.query.has("do");
    this.#hash = asks ? hash.replace(/([?&])do=[^&]*(&|$)/, "$1").replace(/[?&]$/, "") : hash;
    if (asks) history.replaceState(null, "", this.#hash);
    return place;
  }
}
