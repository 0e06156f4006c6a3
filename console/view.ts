import { LitElement, type PropertyDeclarations, type PropertyValues } from "lit";
import { type Api, ApiFailure } from "./api.ts";
import { focusPlace } from "./focus-place.ts";
import { forgetDrawn } from "./translated.ts";

/** A short notice, the detail of the event `notice`. A failed one stays until its reader closes it, leaves the screen, or another comes. */
export interface Notice {
  text: string;
  failed: boolean;
}

/** Until then nobody wonders. */
const LATE_MS = 3000;

/**
 * Base of every element of the console. It draws into the page itself, so that labels, descriptions and focus work
 * across elements and one style sheet serves all: nothing here is embedded in a stranger's page.
 */
export abstract class View extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override update(changed: PropertyValues): void {
    const drawn = focusPlace(this);
    try {
      super.update(changed);
    } catch {
      forgetDrawn(this);
      super.update(changed);
    }
    drawn();
  }

  /** Shows a short notice, e.g. "Saved". */
  protected notice(text: string, failed = false): void {
    this.dispatchEvent(new CustomEvent<Notice>("notice", { detail: { text, failed }, bubbles: true }));
  }

  /**
   * The listener of a button that asks the API: does it once at a time, while the button shows that it works. A failed
   * call becomes a notice, and so does one that takes long. The button keeps the keyboard, so it is not disabled.
   */
  protected readonly attempt = (work: () => Promise<unknown>) => async (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    const late = setTimeout(() => this.notice("One moment: the server has not answered yet."), LATE_MS);
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      this.notice(failure.message, true);
    } finally {
      clearTimeout(late);
      button.ariaBusy = null;
    }
  };
}

/** A view that asks the operator's API. */
export abstract class ApiView extends View {
  static override properties: PropertyDeclarations = { api: { attribute: false } };
  declare api: Api;
}

/** A view of a project. */
export abstract class ProjectView extends ApiView {
  static override properties: PropertyDeclarations = { projectId: { type: Number } };
  declare projectId: number;
}
