import { html, nothing } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import { Api, ApiFailure } from "../api.ts";
import { Form, LocalFaults } from "../controllers/form.ts";
import { brandMark } from "../parts/brand.ts";
import { field, read } from "../parts/field.ts";
import { View } from "../view.ts";

/**
 * Takes a token and signs in with it.
 * @fires signed-in - with who that is as its detail
 * @fires go-on - to continue as the person who signed in in another tab
 */
export class SignIn extends View {
  static override properties = { reason: {}, other: { attribute: false } };
  /** Why signing in again is necessary, if there is a reason. */
  declare reason: string;
  /** Who signed in in another tab. */
  declare other: Whoami | null;
  readonly #form = new Form(this, "sign-in");

  constructor() {
    super();
    this.reason = "";
    this.other = null;
  }

  override firstUpdated(): void {
    this.querySelector("input")?.focus();
  }

  override render() {
    return html`<div class="sign-in">
      <p class="brand">${brandMark}<span>Voice Widget console</span></p>
      ${
        this.reason
          ? html`<div class="note warn" role="alert">
            <p>${this.reason}</p>
            ${this.other ? this.#goOn(this.other) : nothing}
          </div>`
          : nothing
      }
      <form class="card form" @submit=${this.#form.submit((form) => this.#try(form))}>
        <h1 tabindex="-1" id="sign-in-title">Sign in</h1>
        ${field(this.#form, {
          kind: "password",
          name: "token",
          label: "Token",
          required: true,
          autocomplete: "current-password",
          hint: html`The operator’s <code>ADMIN_TOKEN</code>, your own <code>svc_op_…</code>, or an organization’s <code>svc_sk_…</code>. After
            <code>npm start</code> the operator’s is in the file <code>.dev.vars</code> of the checkout.`,
        })}
        ${this.#form.summary()}
        <div class="buttons">
          <button class="primary" ?disabled=${this.#form.busy} aria-busy=${this.#form.busy}>
            ${this.#form.busy ? "Checking…" : "Sign in"}
          </button>
        </div>
      </form>
      <p class="hint">The token is not stored in this page. You stay signed in for twelve hours, or until you sign out.</p>
    </div>`;
  }

  #goOn({ name }: Whoami) {
    return html`<p>
      <button type="button" class="small" @click=${() => this.dispatchEvent(new CustomEvent("go-on"))}>
        Continue as “${name}”
      </button>
    </p>`;
  }

  async #try(form: HTMLFormElement): Promise<void> {
    const token = read(form).text("token");
    // A header holds visible ASCII only; anything else was not copied whole or is no token.
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new LocalFaults("token", "A token has no spaces or accents; copy all of it again");
    try {
      const detail = await new Api().signIn(token);
      this.dispatchEvent(new CustomEvent("signed-in", { detail }));
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 401)
        throw new LocalFaults(
          "token",
          "The server does not know this token. Copy ADMIN_TOKEN from .dev.vars again, or ask for a new svc_op_ or svc_sk_ token",
        );
      throw failure;
    }
  }
}
