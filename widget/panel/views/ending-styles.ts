import { css } from "../../css.ts";

/** The end of a conversation: its reason, a rating, another start. */
export const endingStyles = css`
  .copied {
    color: var(--_muted);
    font-size: var(--_small);
  }

  .ending {
    display: grid;
    gap: 6px;
    justify-items: center;
    margin-block: 4px 0;
    padding: 8px 16px 20px;
    text-align: center;
  }
  .ending p {
    margin: 0;
    color: var(--_muted);
  }
  .ending .choices {
    flex-direction: column;
    align-items: center;
    margin-block-start: 8px;
  }
  .ending .copy {
    margin: 0;
  }
  .ending .copy:hover {
    color: var(--_ink);
  }
  .comment {
    display: grid;
    gap: 8px;
    justify-items: end;
    inline-size: 100%;
    text-align: start;
  }
  .comment label {
    justify-self: start;
    color: var(--_muted);
    font-size: var(--_less);
  }
  .comment textarea {
    inline-size: 100%;
    padding: 8px 12px;
    border: 1px solid var(--_edge);
    border-radius: 12px;
  }
  .comment textarea:focus-visible {
    border-color: var(--_ink);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_ink) 22%, transparent);
  }

  .stars {
    display: flex;
  }
  .star {
    padding: 6px;
    color: var(--_muted);
  }
  .star .icon {
    inline-size: 26px;
    block-size: 26px;
    stroke-width: 1.5;
  }
  .star.given {
    color: var(--_ink);
  }
  .star.given .icon {
    fill: currentcolor;
  }
  /* All stars up to the one under the pointer. */
  .stars:hover .star:not(.star:hover ~ .star),
  .star:focus-visible,
  .star:has(~ .star:focus-visible) {
    color: var(--_ink);
  }
  .stars:hover .star:not(.star:hover ~ .star) .icon,
  .star:focus-visible .icon,
  .star:has(~ .star:focus-visible) .icon {
    fill: currentcolor;
  }
`;
