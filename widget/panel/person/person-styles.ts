import { css } from "../../css.ts";

/** A person in the conversation. */
export const personStyles = css`
  .person-bar {
    display: flex;
    flex: none;
    flex-direction: column;
    gap: 6px;
    align-items: center;
    padding-inline: 16px;
    text-align: center;
  }
  .person-bar p {
    margin: 0;
    color: var(--_muted);
    font-size: var(--_small);
  }
  .person-bar .person-status {
    color: var(--_text);
  }
  .person-bar .person-status:empty {
    position: absolute;
  }
  /* Below it is the panel's edge, or a field with room of its own. */
  .person-bar .person-status:last-child:not(:empty) {
    margin-block-end: 8px;
  }
  .person-bar .person-seen {
    align-self: end;
  }
  .person-bar .link {
    margin-block: 2px 8px;
  }
  .person-bar .link:disabled {
    opacity: 0.5;
  }
  .person-controls {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    justify-content: center;
    padding-block: 4px 8px;
  }
  .person-controls button {
    display: inline-flex;
    gap: 8px;
    align-items: center;
  }
  .person-controls [aria-pressed="true"] {
    background: var(--_text);
    color: var(--_bg);
  }
  .message.person {
    align-self: start;
    padding: 7px 13px;
    border-radius: 18px;
    border-end-start-radius: 6px;
    border: 1px solid transparent;
    background: var(--_surface);
  }
  .face {
    position: relative;
    display: grid;
    place-items: center;
    overflow: hidden;
    border: 1px solid var(--_accent-edge);
    background: var(--_accent);
    color: var(--_on-accent);
    font-size: 0.867em;
    font-weight: 650;
  }
  .face img {
    position: absolute;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  /* As high as a finger wants it, which is room enough. */
  @media (pointer: coarse) {
    .person-bar .link {
      margin-block: -6px 0;
    }
  }
`;
