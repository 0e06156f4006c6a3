import { html, nothing } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import { ApiFailure } from "../api.ts";
import { checkedIn } from "../parts/event-value.ts";
import { knowsPush, tellThisBrowser } from "../push-device.ts";
import { ProjectView } from "../view.ts";
import type { notificationState } from "./alerts.ts";

/**
 * The switch that has this browser told who waits while no tab of the console is open.
 * @fires device - CustomEvent<number | null>, the id of this browser's device in the project
 */
export class ClosedAlerts extends ProjectView {
  static override properties = {
    me: { attribute: false },
    permission: {},
    device: {},
    busy: { state: true },
    failure: { state: true },
  };
  declare me: Whoami;
  /** Whether notifications may be shown, see `notificationState()`. */
  declare permission: ReturnType<typeof notificationState>;
  declare device: number | null;
  declare busy: boolean;
  /** Why it could not be switched, in words. */
  declare failure: string;

  constructor() {
    super();
    this.busy = false;
    this.failure = "";
  }

  /** Again after each sign-in, and where browser or service have another key by now. */
  override connectedCallback(): void {
    super.connectedCallback();
    // What fails is tried again with the next visit.
    if (this.device !== null)
      void this.#tell().then(
        (device) => this.#is(device),
        () => {},
      );
  }

  override render() {
    if (this.permission !== "granted") return nothing;
    if (!knowsPush())
      return html`<p class="hint">This browser tells nothing while the console is closed. On an iPhone or iPad, add the console to the home screen first.</p>`;
    return html`<div class="field check">
        <label for="inbox-closed">
          <input
            id="inbox-closed"
            type="checkbox"
            aria-describedby="inbox-closed-hint"
            .checked=${this.device !== null}
            ?disabled=${this.busy}
            @change=${(event: Event) => void this.#switch(checkedIn(event))}
          />
          <span>Tell this browser also while the console is closed</span>
        </label>
        <p class="hint" id="inbox-closed-hint">
          It shows the site’s name and the visitor’s reason. While this is on, visitors who ask for a person wait for you within opening hours, also when nobody has the inbox open.
        </p>
      </div>
      <div role="status">${this.failure ? html`<p class="note bad">${this.failure}</p>` : nothing}</div>`;
  }

  async #switch(on: boolean): Promise<void> {
    this.busy = true;
    this.failure = "";
    try {
      this.#is(on ? await this.#tell() : await this.#off());
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      this.failure = failure.message;
      // The box shows what is, not what was clicked.
      this.requestUpdate("device");
      const box = this.querySelector<HTMLInputElement>("#inbox-closed");
      if (box) box.checked = this.device !== null;
    } finally {
      this.busy = false;
    }
  }

  #tell = (): Promise<number> => tellThisBrowser(this.api, this.projectId, this.me.name);

  async #off(): Promise<null> {
    try {
      await this.api.delete(`/devices/${this.device}`);
    } catch (failure) {
      // It is gone already, as after a sign-out.
      if (!(failure instanceof ApiFailure) || failure.status !== 404) throw failure;
    }
    return null;
  }

  #is(device: number | null): void {
    this.dispatchEvent(new CustomEvent("device", { detail: device }));
  }
}
