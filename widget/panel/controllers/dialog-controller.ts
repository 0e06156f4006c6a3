import type { ReactiveController, ReactiveControllerHost } from "lit";
import { media } from "../media.ts";

interface DialogHost extends ReactiveControllerHost, Element {
  readonly renderRoot: ShadowRoot;
  open: boolean;
}

/** Where the panel covers the whole window, and so is modal. Written as in the minified style sheet: it compresses better. */
const SHEET = "(max-width:480px),(max-height:420px)";

/**
 * Opens and closes the panel's `<dialog>`: beside the page on a desktop, over it on a phone, where it also makes room for
 * the on-screen keyboard.
 */
export class DialogController implements ReactiveController {
  readonly #host: DialogHost;
  readonly #sheet = media(SHEET);

  constructor(host: DialogHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // Not by a listener: where a page has a function of its own in place of `matchMedia`, its answers may know of none.
    this.#sheet.onchange = this.#reopen;
    visualViewport?.addEventListener("resize", this.#fit);
    visualViewport?.addEventListener("scroll", this.#fit);
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#sheet.onchange = null;
    visualViewport?.removeEventListener("resize", this.#fit);
    visualViewport?.removeEventListener("scroll", this.#fit);
    // A dialog that is moved while it is modal would stay in the top layer without its page being inert.
    this.#dialog?.close();
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    if (!dialog || dialog.open === this.#host.open) return;
    if (this.#host.open) this.#show(dialog);
    else dialog.close();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector("dialog");
  }

  #show(dialog: HTMLDialogElement): void {
    const { activeElement } = this.#host.getRootNode() as ShadowRoot;
    const byKeyboard = (activeElement ?? document.activeElement)?.matches(":focus-visible");
    // Unlike `show()`, this leaves the focus where it is.
    if (this.#sheet.matches) dialog.showModal();
    else dialog.open = true;
    this.#fit();
    // If the page opens the panel, as after a reload, the page keeps the focus.
    if (!this.#sheet.matches && !activeElement && navigator.userActivation?.isActive === false) return;
    // Who came by keyboard finds the call first; who has a mouse can type at once; on a phone the on-screen keyboard would
    // cover the greeting.
    const first = byKeyboard ? "[part=start]" : media("(pointer:fine)").matches && "textarea";
    const next = first && (dialog.querySelector<HTMLElement>(first) ?? dialog.querySelector("textarea"));
    (next || dialog).focus();
  }

  readonly #reopen = () => {
    const dialog = this.#dialog;
    if (!dialog?.open) return;
    dialog.close();
    this.#show(dialog);
  };

  readonly #fit = () => {
    const dialog = this.#dialog;
    // Not while the visitor has zoomed in to look at a part of it.
    if (!dialog || !visualViewport || visualViewport.scale > 1.01) return;
    dialog.style.setProperty("--_visible-height", `${visualViewport.height}px`);
    dialog.style.setProperty("--_visible-top", `${visualViewport.offsetTop}px`);
  };
}
