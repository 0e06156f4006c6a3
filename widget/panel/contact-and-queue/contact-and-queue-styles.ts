import { css } from "../../css.ts";

/** Styles of contact form, opening hours and the queue for a voice line. */
export const contactAndQueueStyles = css`
  /* After what says why there is no call: reading-flow goes by what is seen. */
  .contact {
    display: grid;
    order: 2;
    gap: 12px;
    margin: 8px 16px 12px;
    padding: 16px;
    border-radius: min(var(--_radius), 16px);
    background: var(--_surface);
  }
  /* The form needs the room. */
  .body:has(.contact) .orb.medium {
    --size: 46px;
  }
  .contact :is(h2, p) {
    margin: 0;
  }
  .contact h2 {
    font-size: 1em;
    font-weight: 600;
  }
  .contact .field {
    display: grid;
    gap: 4px;
  }
  .contact :is(input:not([type="checkbox"]), textarea) {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 10px 12px;
    border: 1px solid var(--_edge);
    border-radius: 8px;
    background: var(--_bg);
    color: inherit;
    font: inherit;
    /* Smaller text would make a phone zoom in. */
    font-size: max(16px, 1em);
  }
  .contact textarea {
    resize: vertical;
  }
  .contact [aria-invalid="true"] {
    border-color: var(--_danger-ink);
    outline-color: var(--_danger-ink);
  }
  .contact .agree {
    display: flex;
    gap: 8px;
    align-items: start;
    min-block-size: 24px;
  }
  .contact .agree input {
    inline-size: 24px;
    block-size: 24px;
    flex: none;
    margin: 0;
  }
  .contact small {
    font-size: var(--_small);
  }
  .contact .fault {
    color: var(--_danger-ink);
    font-size: var(--_small);
  }
  .contact .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;
