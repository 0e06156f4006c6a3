import type { ReactiveController, ReactiveControllerHost } from "lit";
import { html, nothing } from "lit/html.js";
import { LOCALES } from "../../../shared/languages.ts";
import type { Provider } from "../../../shared/providers.ts";
import type { MicrophoneFault } from "../../errors.ts";
import enDevices from "../../i18n/en-devices.ts";
import enErrors from "../../i18n/en-errors.ts";
import type { Preferences } from "../../persistence/preferences.ts";
import { inCall } from "../../session/selectors.ts";
import type { ViewModel } from "../view-model.ts";
import { callMenu } from "./call-menu.ts";
import { type Devices, listDevices, type NamedDevice } from "./device-list.ts";
import { keepFocus } from "./keep-focus.ts";
import { meter } from "./orb.ts";

export { deviceSettingsStyles } from "./device-settings-styles.ts";

/** Its agents decide themselves when a turn is over. */
const WITHOUT_TURNS: Provider = "provider_x";

interface SettingsHost extends ReactiveControllerHost {
  readonly renderRoot: ShadowRoot;
  /** Asks the browser for the microphone, so that it names the devices. */
  allowMicrophone(): Promise<MicrophoneFault | null>;
}

/**
 * The sound settings, a sheet over the panel; in a call a menu leads to them. Exists only while one of both is shown.
 */
export class DeviceSettings implements ReactiveController {
  readonly #host: SettingsHost;
  readonly #leave: () => void;
  /** Chosen in the menu. */
  #chosen = false;
  /** Whether the sheet has had the focus. */
  #entered = false;
  #inMenu = false;
  #devices: Devices | null = null;
  /** Why the browser did not name the devices when it was asked to. */
  #fault: MicrophoneFault | null = null;

  /** @param leave closes it, and gives the focus back */
  constructor(host: SettingsHost, leave: () => void) {
    this.#host = host;
    this.#leave = leave;
    host.addController(this);
  }

  hostConnected(): void {
    // Devices that are plugged in meanwhile are listed too.
    navigator.mediaDevices?.addEventListener?.("devicechange", this.#list);
    this.#host.renderRoot.addEventListener("pointerdown", this.#pressed);
    void this.#list();
  }

  hostUpdated(): void {
    const sheet = this.#host.renderRoot.querySelector<HTMLElement>(".settings");
    if (!sheet || this.#entered) return;
    this.#entered = true;
    sheet.focus();
  }

  hostDisconnected(): void {
    this.#host.renderRoot.removeEventListener("pointerdown", this.#pressed);
    navigator.mediaDevices?.removeEventListener?.("devicechange", this.#list);
  }

  close(): void {
    this.hostDisconnected();
    this.#host.removeController(this);
  }

  /** In a call, over the conversation: what is needed less often than the controls below it. */
  menu(model: ViewModel) {
    this.#inMenu = inCall(model.state) && !this.#chosen;
    if (!this.#inMenu) return nothing;
    const choose = () => {
      this.#chosen = true;
      this.#host.requestUpdate();
    };
    return callMenu(model, choose, this.#leave);
  }

  /** Call it after `menu()`. */
  view(model: ViewModel) {
    if (!this.#devices || (this.#inMenu && inCall(model.state))) return nothing;
    const { preferences, dispatch, features, state } = model;
    const { microphones, speakers, named } = this.#devices;
    const texts = { ...enDevices, ...model.texts };
    const call = inCall(state);
    const fault = this.#fault && { ...enErrors, ...texts.errors }[this.#fault];
    const change = (part: Preferences) =>
      dispatch({ type: "set_preferences", preferences: { ...preferences, ...part } });
    const later = (text: string) => html`${text}${call ? html` <small>${texts.fromNextCall}</small>` : nothing}`;
    return html`
      <section
        class="settings"
        part="settings"
        role="dialog"
        aria-modal="true"
        aria-labelledby="settings-title"
        tabindex="-1"
        @keydown=${keepFocus}
      >
        <div class="settings-head">
          <h2 id="settings-title">${texts.soundSettings}</h2>
          <button class="secondary" part="done" type="button" @click=${this.#leave}>${texts.done}</button>
        </div>
        ${
          named
            ? choice(texts, texts.microphone, microphones, preferences.microphoneId, (microphoneId) =>
                change({ microphoneId }),
              )
            : html`<button class="secondary" part="choose-microphone" type="button" @click=${this.#allow}>
                ${texts.chooseMicrophone}
                </button>
                ${fault ? html`<p role="alert">${fault.title}. ${fault.help}</p>` : nothing}`
        }
        ${call ? html`<div class="row" aria-hidden="true"><span>${texts.microphoneLevel}</span>${meter}</div>` : nothing}
        ${choice(texts, texts.speaker, speakers, preferences.speakerId, (speakerId) => change({ speakerId }))}
        <label class="row">
          <span>${texts.volume}</span>
          <input
            type="range"
            min="0"
            max="100"
            step="5"
            .value=${String(Math.round((preferences.volume ?? 1) * 100))}
            @input=${(event: Event) => change({ volume: Number((event.target as HTMLInputElement).value) / 100 })}
          />
        </label>
        ${features.talkModeChoice ? modes(texts, features.pushToTalk, (pushToTalk) => change({ pushToTalk })) : nothing}
        ${model.agent?.speeds ? speeds(texts, later(texts.speed.title), preferences.speed, (speed) => change({ speed })) : nothing}
        ${
          // Its owner chose the language of an agent that has one.
          model.agent && !model.agent.language && model.agent.provider !== WITHOUT_TURNS
            ? languages(texts, later(texts.language), preferences.language, (language) => change({ language }))
            : nothing
        }
        ${
          model.agent && model.agent.provider !== WITHOUT_TURNS
            ? check(later(texts.moreTime), preferences.moreTime, (moreTime) => change({ moreTime }))
            : nothing
        }
        ${check(texts.announce, preferences.announce, (announce) => change({ announce }))}
      </section>
    `;
  }

  /** A press beside the menu closes it; one on its button does so by itself. */
  readonly #pressed = ({ target }: Event) => {
    if (this.#inMenu && !(target as Element).closest(".menu, [aria-expanded]")) this.#leave();
  };

  readonly #list = async () => {
    this.#devices = await listDevices();
    this.#host.requestUpdate();
  };

  readonly #allow = async () => {
    this.#fault = await this.#host.allowMicrophone();
    await this.#list();
  };
}

function modes(texts: typeof enDevices, pushToTalk: boolean, choose: (pushToTalk: boolean) => void) {
  const mode = (name: string, push: boolean) => html`<label>
    <input type="radio" name="talk" .checked=${pushToTalk === push} @change=${() => choose(push)} /><span>${name}</span>
  </label>`;
  // No fieldset: WebKit gives a grid in one no width.
  return html`<div class="row modes" role="radiogroup" aria-labelledby="talk-mode">
    <span id="talk-mode">${texts.talkMode}</span>
    <div>${mode(texts.handsFree, false)}${mode(texts.pushToTalk, true)}</div>
  </div>`;
}

function select(title: unknown, chosen: string, options: [string, string][], choose: (value: string) => void) {
  return html`<label class="row">
    <span>${title}</span>
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(
        ([value, name]) => html`<option value=${value} lang=${value} ?selected=${value === chosen}>${name}</option>`,
      )}
    </select>
  </label>`;
}

function speeds(
  texts: typeof enDevices,
  name: unknown,
  chosen: Preferences["speed"],
  choose: (speed: Preferences["speed"]) => void,
) {
  const { slower, usual, faster } = texts.speed;
  const options = [
    ["slower", slower],
    ["", usual],
    ["faster", faster],
  ] as [string, string][];
  return select(name, chosen ?? "", options, (speed) => choose(speed ? (speed as Preferences["speed"]) : undefined));
}

/** Each language under its own name. */
function languages(
  texts: typeof enDevices,
  name: unknown,
  chosen: string | undefined,
  choose: (tag: string | undefined) => void,
) {
  const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  const options = LOCALES.map((tag): [string, string] => [tag, nameOf(tag)]);
  return select(name, chosen ?? "", [["", texts.systemDefault], ...options], (tag) => choose(tag || undefined));
}

function check(text: unknown, on: boolean | undefined, choose: (on: boolean) => void) {
  return html`<label class="check">
    <input
      type="checkbox"
      .checked=${on ?? false}
      @change=${(event: Event) => choose((event.target as HTMLInputElement).checked)}
    />
    <span>${text}</span>
  </label>`;
}

function choice(
  texts: typeof enDevices,
  title: string,
  devices: NamedDevice[],
  chosen: string | undefined,
  choose: (id: string) => void,
) {
  if (!devices.length) return nothing;
  const known = devices.some(({ id }) => id === chosen);
  return html`<label class="row">
    <span>${title}</span>
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${devices.map(
        ({ id, name, isDefault }, index) =>
          html`<option value=${id} ?selected=${known ? id === chosen : index === 0}>
            ${isDefault ? `${texts.systemDefault} (${name})` : name}
          </option>`,
      )}
    </select>
  </label>`;
}
