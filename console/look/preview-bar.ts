import { html } from "lit";

/** Buttons of which one is pressed. */
export const choiceOf = <T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  now: T,
  choose: (value: T) => void,
) =>
  html`<div class="choices" role="group" aria-label=${label}>
    ${options.map(
      ([value, text]) =>
        html`<button type="button" class="small" aria-pressed=${value === now} @click=${() => choose(value)}>${text}</button>`,
    )}
  </div>`;
