import { css } from "../../css.ts";

/** The orb during a conversation: how it shows the visitor's sound and the agent's status. */
export const orbMoodStyles = css`
  .ring {
    border: 2px solid var(--_accent);
    opacity: calc(var(--in) * 0.9);
    transform: scale(calc(1.04 + var(--in) * 0.24));
  }
  .orb[data-status="thinking"] .sphere i,
  .orb[data-status="connecting"] .sphere i {
    animation-duration: 2.6s;
  }
  .orb[data-status="thinking"] .sphere i:nth-child(2),
  .orb[data-status="connecting"] .sphere i:nth-child(2) {
    animation-duration: 1.9s;
  }
  .orb[data-status="thinking"] .sphere,
  .orb[data-status="connecting"] .sphere {
    animation: breathe 1.6s ease-in-out infinite;
  }
  .orb[data-status="speaking"] .sphere i {
    animation-duration: 6s;
  }
  /* Not animated while the agent listens, which is most of a call: that costs the page nothing. The ring shows the
     visitor's voice. */
  .orb:is([data-status="listening"], [data-status="ended"], [data-status="error"]) .sphere i {
    animation-play-state: paused;
  }
  .orb[data-status="ended"] .sphere,
  .orb[data-status="error"] .sphere {
    filter: saturate(0.45);
  }
`;
