import { css } from "../css.ts";

/** What to do about the microphone. */
export const microphoneHelpStyles = css`
  .microphone-help {
    animation: rise 0.24s ease-out;
  }
  .microphone-help ol {
    display: grid;
    gap: 4px;
    margin: 0;
    padding-inline-start: 1.3em;
    text-align: start;
    color: var(--_muted);
  }
  .microphone-help .choices > * {
    margin: 0;
    padding-inline: 16px;
  }
  .microphone-help microphone {
    padding: 13px 22px;
    border: 1px solid var(--_accent-edge);
    border-radius: 22px;
    background-color: var(--_accent);
    color: var(--_on-accent);
    font: inherit;
    font-weight: 600;
  }
  .microphone-help a {
    display: inline-grid;
    place-items: center;
    color: inherit;
    text-decoration: none;
  }
  .microphone-result .meter {
    inline-size: 100%;
  }
`;
