import { css } from "../../css.ts";

/** The orb during a conversation: how it shows the visitor's sound and the agent's status. */
export const orbMoodStyles = css`
  /* Also in a still picture: whole while it listens, dots while it works, a broad light while it speaks, none while nobody is
     heard. The visitor's sound draws it in, the agent's drives it out. */
  .call .ring {
    border: 3px solid var(--_ink);
    transform: scale(calc(1.22 - var(--in) * 0.06 + var(--out) * 0.1));
  }
  :is([data-status="thinking"], [data-status="connecting"]) .ring {
    border-style: dotted;
  }
  [data-status="speaking"] .ring {
    border-width: 9px;
    opacity: 0.4;
  }
  [data-status="ended"] .ring {
    border: 0;
  }
  /* It moves on only while something goes on. In silence, as while the agent listens, it costs the page nothing. */
  :is([data-status="thinking"], [data-status="connecting"], [data-status="speaking"]) .sphere i {
    animation: turn 2.6s linear infinite;
  }
  [data-status="speaking"] .sphere i {
    animation-duration: 6s;
  }
  :is([data-status="thinking"], [data-status="connecting"]) .sphere {
    animation: breathe 1.6s ease-in-out infinite;
  }
  [data-status="ended"] .sphere,
  [data-status="error"] .sphere {
    filter: saturate(0.45);
  }
`;
