import { LitElement, type PropertyDeclarations, type PropertyValues } from "lit";
import { type Api, ApiFailure } from "./api.ts";
import { focusPlace } from "./focus-place.ts";
import { forgetDrawn } from "./translated.ts";

/** A short notice, the detail of the event `notice`. A failed one stays until its reader closes it, leaves the screen, or another comes. */
export interface Notice {
  text: string;
  failed: boolean;
}

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

  /** Does what a button asks for; a failed call to the API becomes a notice. */
  protected async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      this.notice(failure.message, true);
    }
  }
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
