import { css } from "../../css.ts";

/** Messages: the visitor's on the accent at the end side, the agent's as plain text. */
export const transcriptStyles = css`
  .transcript {
    position: relative;
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    gap: 12px;
    /* Two lines of what was said always stay. */
    min-block-size: calc(3em + 24px);
    padding: 12px 18px;
    overflow-y: auto;
    overflow-wrap: anywhere;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    mask-image: linear-gradient(transparent, black 18px);
  }
  .transcript:focus-visible {
    outline-offset: -3px;
  }
  /* A short transcript is at the bottom, near the composer. */
  .transcript::before {
    content: "";
    flex: 1;
  }
  .messages,
  .messages > div {
    display: contents;
  }
  .message {
    animation: rise 0.24s ease-out;
  }
  .text,
  .text :is(p, li) {
    white-space: pre-wrap;
  }
  .text :is(p, ol, ul) {
    margin: 0;
  }
  .message.user {
    align-self: end;
    max-inline-size: 86%;
    padding: 7px 13px;
    border: 1px solid var(--_accent-edge);
    border-radius: 18px;
    border-end-end-radius: 6px;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .message.user.partial {
    background: var(--_soft);
    color: var(--_muted);
  }
  .name {
    display: block;
    font-weight: 600;
  }
  /* Messages of tools and of the service. */
  .note {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    align-self: center;
    max-inline-size: 90%;
    color: var(--_muted);
    font-size: var(--_small);
  }
  .note .icon {
    inline-size: 16px;
    block-size: 16px;
    color: var(--_ink);
  }
  .name,
  .cut {
    color: var(--_muted);
    font-size: var(--_small);
  }
  .cut {
    display: block;
  }
  .user .cut {
    color: inherit;
  }
  .dots {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    block-size: 1.5em;
  }
  .dots i {
    inline-size: 6px;
    block-size: 6px;
    border-radius: 50%;
    background: var(--_muted);
    animation: dot 1.2s ease-in-out infinite;
  }
  .dots i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .dots i:nth-child(3) {
    animation-delay: 0.3s;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @keyframes dot {
    30% {
      opacity: 0.35;
      transform: translateY(-3px);
    }
  }
`;
