import { css } from "../../css.ts";

/** The orb during a conversation: how it shows the visitor's sound and the agent's status. */
export const orbMoodStyles = css`
  /* Seen as soon as a voice is heard; how loud it is, its width tells. */
  .ring {
    border: 3px solid var(--_ink);
    opacity: min(1, var(--in) * 6);
    transform: scale(calc(1.12 + var(--in) * 0.12));
  }
  /* It moves on only while something goes on. In silence, as while the agent listens, it costs the page nothing. */
  .orb:is([data-status="thinking"], [data-status="connecting"], [data-status="speaking"]) .sphere i {
    animation: turn 2.6s linear infinite;
  }
  .orb[data-status="speaking"] .sphere i {
    animation-duration: 6s;
  }
  .orb:is([data-status="thinking"], [data-status="connecting"]) .sphere {
    animation: breathe 1.6s ease-in-out infinite;
  }
  .orb[data-status="ended"] .sphere,
  .orb[data-status="error"] .sphere {
    filter: saturate(0.45);
  }
`;
