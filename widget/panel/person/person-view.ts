import { html, nothing } from "lit/html.js";
import { personMessages } from "../../i18n/person-messages.ts";
import type { CallEnd, PersonCall } from "../../session/person/person-call.ts";
import type { PersonConversation } from "../../session/person/person-conversation.ts";
import type { ViewModel } from "../view-model.ts";
import { hangUpIcon, microphoneIcon, microphoneOffIcon } from "../views/icons.ts";

export { personStyles } from "./person-styles.ts";

/** What the views show and offer. */
export interface PersonModel {
  talk: PersonConversation | null;
  call: PersonCall | null;
  /** Whether the visitor may ask for a person now. */
  mayAsk: boolean;
  /** A request is on its way. */
  asking: boolean;
  /** The last request did not reach the service. */
  unasked: boolean;
  /** How long a person is waited for, seconds. */
  wait_seconds: number;
  /** Whether sound is possible here. */
  sound: boolean;
  ask(): void;
  /** Does it, and moves the focus to what takes the button's place. */
  act(action: () => unknown): void;
}

/** A number with its unit, which reads the same in every sentence. */
function timeOf(seconds: number, language: string): string {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count);
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word, index, words) => (index === 0 || index === words.length - 1 ? [...word][0] : ""))
    .join("")
    .toUpperCase();

/** The person's picture over the initials, which are there until it has loaded, and where it cannot. */
export const face = ({ name, picture }: PersonConversation) => html`
  <span class="face" aria-hidden="true"
    >${initialsOf(name)}${
      picture
        ? html`<img src=${picture} alt="" referrerpolicy="no-referrer" @error=${(event: Event) => (event.target as Element).remove()} />`
        : nothing
    }</span
  >
`;

/** Between transcript and composer: what is waited for, who types, and the controls of a call. */
export function personView(model: ViewModel, person: PersonModel) {
  const texts = personMessages(model.texts);
  const { talk, call, mayAsk, ask } = person;
  return html`
    <div class="person-bar" part="person">
      <p class="person-status" role="status">${statusOf(model, person)}</p>
      ${talk?.holds && talk.typing ? html`<p class="person-typing">${texts.typing(talk.name)}</p>` : nothing}
      ${talk?.holds && talk.seen && !talk.typing ? html`<p class="person-seen">${texts.seen}</p>` : nothing}
      ${talk?.holds && call && person.sound ? controls(model, talk, call, person) : nothing}
      ${
        mayAsk
          ? html`<button class="link" part="person-ask" type="button" ?disabled=${person.asking} @click=${ask}>
              ${texts.ask}
            </button>`
          : nothing
      }
    </div>
  `;
}

function statusOf({ texts: own }: ViewModel, { talk, call, unasked, wait_seconds }: PersonModel): string {
  const texts = personMessages(own);
  if (unasked) return texts.unasked;
  if (!talk) return "";
  const { status, name, holds, connected, refused } = talk;
  if (status === "missed") return texts.missed;
  if (!holds) return status === "waiting" ? texts.waiting(timeOf(wait_seconds, own.tag)) : "";
  if (!connected) return own.reconnecting;
  if (status === "waiting") return texts.away(name);
  if (refused) return texts.notTaken;
  switch (call?.status) {
    case "asked":
      return texts.asked(name);
    case "calling":
      return texts.calling(name);
    case "connecting":
      return own.connecting;
    case "talking":
      return call.silenced ? texts.theirsOff(name) : texts.talking(name);
    default:
      return call?.end ? endText(call.end) : "";
  }

  function endText(end: CallEnd): string {
    if (end === "declined") return texts.declined(name);
    return { over: texts.callOver, no_sound: texts.noSound, no_microphone: texts.noMicrophone }[end];
  }
}

function controls({ texts: own }: ViewModel, talk: PersonConversation, call: PersonCall, { act }: PersonModel) {
  const texts = personMessages(own);
  const end = html`<button class="secondary" part="person-end" type="button" @click=${() => act(() => call.hangUp())}>
    ${hangUpIcon}<span>${own.endCall}</span>
  </button>`;
  switch (call.status) {
    case "none":
      return html`<button
        class="link"
        part="person-talk"
        type="button"
        ?disabled=${!talk.reachable}
        @click=${() => act(() => call.ask())}
      >
        ${texts.talk}
      </button>`;
    case "asked":
      return html`<div class="person-controls">
        <button class="primary small" part="person-accept" type="button" @click=${() => act(() => call.accept())}>
          ${microphoneIcon}<span>${texts.accept}</span>
        </button>
        <button class="secondary" part="person-decline" type="button" @click=${() => act(() => call.decline())}>
          ${texts.decline}
        </button>
      </div>`;
    case "calling":
    case "connecting":
      return html`<div class="person-controls">${end}</div>`;
    case "talking":
      return html`<div class="person-controls">
        <button
          class="secondary"
          part="person-mute"
          type="button"
          aria-pressed=${call.muted}
          @click=${() => call.mute(!call.muted)}
        >
          ${call.muted ? microphoneOffIcon : microphoneIcon}<span>${own.mute}</span>
        </button>
        ${end}
      </div>`;
  }
}
