import { css } from "../css.ts";

/** What to do about the microphone. */
export const microphoneHelpStyles = css`
  .microphone-help {
    animation: appear 0.24s ease-out;
  }
  .microphone-help ol {
    display: grid;
    gap: 4px;
    margin: 6px 0 0;
    padding-inline-start: 1.3em;
    color: var(--_muted);
  }
  .microphone-help .choices {
    margin-block-start: 14px;
  }
  .microphone-help .choices > * {
    margin: 0;
    padding-inline: 16px;
  }
  .microphone-help a {
    display: inline-grid;
    place-items: center;
    color: inherit;
    text-decoration: none;
  }
  .microphone-result > div {
    flex: 1;
  }
  .microphone-result .icon {
    color: var(--_ink);
  }
  .microphone-result .meter {
    margin-block-start: 12px;
  }
  @media (prefers-reduced-motion: reduce) {
    .microphone-help {
      animation: none;
    }
  }
`;
