import { css } from "../../css.ts";

/** Messages: the visitor's on the accent's tint at the end side, the agent's as plain text at the start side. */
export const transcriptStyles = css`
  .transcript {
    position: relative;
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    gap: 10px;
    min-block-size: 96px;
    padding: 12px 18px;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_border) transparent;
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
    max-inline-size: 86%;
    overflow-wrap: anywhere;
    animation: appear 0.24s ease-out;
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
    padding: 7px 13px;
    border-radius: 18px;
    border-end-end-radius: 6px;
    border: 1px solid color-mix(in srgb, var(--_ink) 34%, var(--_bg));
    background: var(--_soft);
  }
  .message.agent {
    align-self: start;
    padding: 7px 13px;
    border-radius: 18px;
    border-end-start-radius: 6px;
    border: 1px solid var(--_line);
    background: var(--_surface);
  }
  .message.partial .text {
    color: var(--_muted);
  }
  .message.agent.partial .text {
    color: inherit;
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
  .cut {
    display: block;
    color: var(--_muted);
    font-size: var(--_small);
  }
  .dots,
  .typing {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    block-size: 1.5em;
  }
  .message.typing {
    block-size: auto;
    padding-block: 15px;
  }
  .dots i,
  .typing i {
    inline-size: 6px;
    block-size: 6px;
    border-radius: 50%;
    background: var(--_muted);
    animation: dot 1.2s ease-in-out infinite;
  }
  .dots i:nth-child(2),
  .typing i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .dots i:nth-child(3),
  .typing i:nth-child(3) {
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
  @keyframes appear {
    from {
      opacity: 0;
      transform: translateY(6px);
    }
  }
  @keyframes dot {
    0%,
    60%,
    100% {
      opacity: 0.35;
    }
    30% {
      opacity: 1;
      transform: translateY(-3px);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .message,
    .dots i,
    .typing i {
      animation: none;
    }
  }
`;
