import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import { Api, ApiFailure } from "../api.ts";
import { OtherTabs } from "../other-tabs.ts";
import { endPushOfOthers } from "../push-device.ts";

const USED =
  "This link does not sign in any more: it does so once, within ten minutes of the start that printed it. Sign in with the token, or start the service again.";

/** The code in an address like `#/sign-in/svc_in_…`. */
const linkIn = (hash: string): string | null => /^#\/sign-in\/(svc_in_\w+)$/.exec(hash)?.[1] ?? null;

const same = (a: Whoami, b: Whoami) => a.kind === b.kind && a.name === b.name && a.org_id === b.org_id;

/**
 * Who is signed in, here and in the other tabs. Unless signed out by this tab's own button, the
 * screens and what was typed there stay, covered, until the same person signs in; calls refused meanwhile are then repeated.
 */
export class Identity implements ReactiveController {
  /** Whose screens these are. */
  me: Whoami | null = null;
  /** The browser may be signed in already; only the server can tell. */
  asking = true;
  /** Why nobody knows who is signed in, and so whether there is a form to sign in. */
  failure: ApiFailure | null = null;
  /** Why there is a form to sign in, if there is a reason. */
  reason = "";
  /** The screens are covered: `me` has to sign in again. */
  away = false;
  /** Somebody else, who signed in in another tab. */
  other: Whoami | null = null;
  readonly api = new Api(() => this.#waitForSignIn());
  readonly #host: ReactiveControllerHost;
  readonly #tabs = new OtherTabs({
    signedIn: () => void this.#ask(),
    signedOut: () => this.#cover("You signed out in another tab."),
  });
  #waiting: ((again: boolean) => void)[] = [];

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("hashchange", this.#follow);
    if (!this.#follow()) void this.#ask();
  }

  hostDisconnected(): void {
    window.removeEventListener("hashchange", this.#follow);
  }

  /** @returns whether the address is a link that signs in. Opened inside the console, such a link loads no page. */
  readonly #follow = (): boolean => {
    const code = linkIn(location.hash);
    if (code === null) return false;
    // Out of the address and the history before anything else.
    history.replaceState(null, "", "#/");
    void this.#redeem(code);
    return true;
  };

  /** Signs in by a link. An invalid link leaves the present sign-in as it is. */
  async #redeem(code: string): Promise<void> {
    try {
      this.signIn(await new Api().signIn(code));
      this.#set({ asking: false });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      await this.#ask();
      if (this.me === null) this.#set({ reason: failure.status === 401 ? USED : failure.message });
    }
  }

  signIn(next: Whoami): void {
    this.#become(next);
    this.#tabs.broadcast("signedIn");
  }

  /** Continues as the person who signed in in another tab; what was typed is lost. */
  goOnAsOther(): void {
    if (this.other) this.#become(this.other);
  }

  askAgain(): void {
    this.#set({ asking: true });
    void this.#ask();
  }

  async signOut(): Promise<void> {
    // Whatever becomes of the request, this page shows nothing more, and until then that it waits.
    this.#set({ asking: true });
    await new Api().post("/sign-out").catch(() => {});
    this.#tabs.broadcast("signedOut");
    this.#become(null);
  }

  #become(next: Whoami | null): void {
    void endPushOfOthers(next?.name ?? null).catch(() => {});
    const again = this.me !== null && next !== null && same(this.me, next);
    this.#set({ me: next, asking: false, away: false, other: null, failure: null, reason: "" });
    for (const answer of this.#waiting.splice(0)) answer(again);
  }

  #waitForSignIn(): Promise<boolean> {
    this.#cover("Your sign-in has ended.");
    return new Promise((answer) => this.#waiting.push(answer));
  }

  #cover(why: string): void {
    if (this.me === null || this.away) return;
    this.#set({
      away: true,
      reason: `${why} Sign in as “${this.me.name}” to continue where you were: what you typed is still here.`,
    });
  }

  async #ask(): Promise<void> {
    try {
      this.#meet(await new Api().get<Whoami>("/me"));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      // A browser that is signed in stays so while its server fails.
      this.#set({ failure: this.me === null && failure.status !== 401 ? failure : null });
    } finally {
      this.#set({ asking: false });
    }
  }

  /** The browser is signed in as `found`, by this tab or another. */
  #meet(found: Whoami): void {
    if (this.me === null || same(this.me, found)) {
      this.#become(found);
      return;
    }
    const { name } = this.me;
    this.#set({
      away: true,
      other: found,
      reason: `Another tab signed in as “${found.name}”. Sign in as “${name}” to continue here: what you typed stays here until then.`,
    });
  }

  #set(change: Partial<Pick<Identity, "me" | "away" | "other" | "failure" | "reason" | "asking">>): void {
    Object.assign(this, change);
    this.#host.requestUpdate();
  }
}
