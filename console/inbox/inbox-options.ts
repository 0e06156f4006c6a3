import { html, nothing, type TemplateResult } from "lit";
import type { Whoami } from "../../shared/operators.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Api } from "../api.ts";
import { tooLongText } from "../controllers/too-long.ts";
import { checkedIn } from "../parts/event-value.ts";
import { notificationState } from "./alerts.ts";
import type { InboxController } from "./inbox-controller.ts";

/** This person's own settings, in this browser. @param again redraws when the browser has answered */
export function inboxOptions(
  inbox: InboxController,
  { api, me, projectId }: { api: Api; me: Whoami; projectId: number },
  again: () => void,
): TemplateResult {
  const { kept } = inbox;
  /** Keeps what was written where it is not too long; else says how long it may be. */
  const keepWritten = (name: "name" | "picture", most: number) => (event: Event) => {
    const field = event.target as HTMLInputElement;
    field.setCustomValidity(tooLongText(field.value, most));
    if (field.validity.customError) field.reportValidity();
    else inbox.keep({ [name]: field.value.trim() });
  };
  return html`<details class="inbox-options">
    <summary>Alerts, name, shortcuts</summary>
    <div class="form">
      <div class="checks">
        ${check("inbox-tone", "Sound when somebody waits", kept.sound, (event) => {
          inbox.keep({ sound: checkedIn(event) });
          if (!checkedIn(event)) return;
          inbox.alerts.unlock();
          inbox.alerts.play();
        })}
        ${check("inbox-shortcuts", "Single keys do something (j, k, r, e)", kept.shortcuts, (event) => inbox.keep({ shortcuts: checkedIn(event) }))}
      </div>
      ${notifications(again)}
      ${
        inbox.mayWrite
          ? html`<vc-closed-alerts
              .api=${api}
              .me=${me}
              .projectId=${projectId}
              .permission=${notificationState()}
              .device=${kept.device}
              @device=${(event: CustomEvent<number | null>) => inbox.keep({ device: event.detail })}
            ></vc-closed-alerts>`
          : nothing
      }
      ${
        inbox.mayWrite
          ? html`<div class="columns">
              <div class="field">
                <label for="inbox-name">Name that visitors see</label>
                <input
                  id="inbox-name"
                  type="text"
                  autocomplete="off"
                  .value=${kept.name}
                  aria-describedby="inbox-name-hint"
                  @change=${keepWritten("name", LENGTHS.name)}
                />
              <p class="hint" id="inbox-name-hint">If empty, the name you signed in with; without one, “Support”.</p>
              </div>
              <div class="field">
                <label for="inbox-picture">Picture that visitors see <span class="optional">optional</span></label>
                <input
                  id="inbox-picture"
                  type="url"
                  placeholder="https://"
                  autocomplete="off"
                  .value=${kept.picture}
                  @change=${keepWritten("picture", LENGTHS.url)}
                />
              </div>
            </div>`
          : nothing
      }
      <p class="hint">Kept in this browser, for you and this site. Name and picture count from the next time you join.</p>
    </div>
  </details>`;
}

const check = (id: string, label: string, on: boolean, change: (event: Event) => void) =>
  html`<div class="field check">
    <label for=${id}><input id=${id} type="checkbox" .checked=${on} @change=${change} /><span>${label}</span></label>
  </div>`;

function notifications(again: () => void) {
  switch (notificationState()) {
    case "default":
      return html`<p>
        <button type="button" class="small" @click=${() => Notification.requestPermission().then(again)}>
          Allow desktop notifications
        </button>
      </p>`;
    case "granted":
      return html`<p class="hint">Desktop notifications are on: you see one when somebody waits and this page is out of sight.</p>`;
    case "denied":
      return html`<p class="hint">Desktop notifications are blocked. Allow them for this address in your browser’s settings.</p>`;
    case "unknown":
      return html`<p class="hint">This browser has no desktop notifications.</p>`;
  }
}

/** Whether visitors who ask for a person are sent here. */
export function availability(inbox: InboxController): TemplateResult {
  return html`<div class="field check inbox-available">
    <label for="inbox-available">
      <input
        id="inbox-available"
        type="checkbox"
        role="switch"
        .checked=${inbox.kept.available}
        @change=${(event: Event) => inbox.keep({ available: checkedIn(event) })}
      />
      <span>Available for visitors who ask for a person</span>
    </label>
  </div>`;
}
