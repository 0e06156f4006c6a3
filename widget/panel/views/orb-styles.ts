import { css } from "../../css.ts";

/**
 * The orb: three soft lights turning inside a sphere of the accent colour. `--in` and `--out` (0 to 1) come from the
 * levels; only transforms and opacity move, so that it costs the page no layout.
 */
export const orbStyles = css`
  .orb {
    --in: 0;
    --out: 0;
    --_base: var(--_accent);
    --_deep: var(--_accent);
    --_cool: #39d5ff;
    --_warm: #ff7ac6;
    --_glow: white;
    position: relative;
    flex: none;
    inline-size: var(--size);
    block-size: var(--size);
  }
  @supports (color: oklch(from red l c h)) {
    .orb {
      /* A dark or greyish accent must still glow: a minimum of lightness and a little more colour. */
      --_base: oklch(from var(--_accent) max(l, 0.55) calc(c * 1.1) h);
      --_deep: oklch(from var(--_accent) max(l * 0.86, 0.42) calc(c * 1.1) calc(h - 12));
      --_cool: oklch(from var(--_accent) max(l + 0.16, 0.76) calc(c * 1.1 + 0.02) calc(h - 44));
      --_warm: oklch(from var(--_accent) max(l + 0.12, 0.72) calc(c * 1.1 + 0.02) calc(h + 52));
      --_glow: oklch(from var(--_accent) max(l + 0.3, 0.9) calc(c * 0.5) h);
    }
  }
  /* They follow the panel's height, down to a window at 200 % zoom. */
  .orb.large {
    --size: 100cqb;
    flex: 1 0 0;
    inline-size: 100%;
    max-block-size: min(148px, 30cqb - 54px);
    container-type: size;
  }
  .orb.large > * {
    inset: 0 calc(50cqi - 50cqb);
  }
  /* Where that much is not left, the one in the header is enough. */
  @container (max-height: 40px) {
    .orb.large > * {
      display: none;
    }
  }
  .orb.medium {
    --size: clamp(44px, 40cqb - 144px, 148px);
  }
  .orb.small {
    --size: 38px;
  }
  .halo,
  .ring,
  .sphere {
    position: absolute;
    inset: 0;
    border-radius: 50%;
  }
  /* It ends before the edge of what it is in. */
  .halo {
    background: radial-gradient(closest-side, color-mix(in srgb, var(--_accent) 46%, transparent), transparent);
    opacity: calc(0.4 + var(--out) * 0.6);
    transform: scale(calc(1.24 + var(--out) * 0.2));
  }
  .sphere {
    overflow: hidden;
    background: linear-gradient(160deg, var(--_cool), var(--_base) 48%, var(--_deep));
    box-shadow: 0 calc(var(--size) * 0.09) calc(var(--size) * 0.26) calc(var(--size) * -0.1)
      color-mix(in srgb, var(--_deep) 80%, transparent);
    transform: scale(calc(1 + var(--out) * 0.1));
  }
  .sphere::after {
    content: "";
    position: absolute;
    inset: 0;
    border-radius: 50%;
    background: radial-gradient(circle at 34% 22%, rgb(255 255 255 / 62%), transparent 42%);
    box-shadow:
      inset 0 calc(var(--size) * -0.05) calc(var(--size) * 0.14) color-mix(in srgb, var(--_deep) 70%, transparent),
      inset 0 0 calc(var(--size) * 0.06) rgb(255 255 255 / 40%);
  }
  .sphere i {
    position: absolute;
    inset: -35%;
    border-radius: 46% 54% 58% 42%;
    filter: blur(calc(var(--size) * 0.07));
    animation: turn 5s ease-out;
  }
  .sphere i:nth-child(1) {
    background: radial-gradient(circle at 62% 34%, var(--_warm), transparent 38%);
  }
  .sphere i:nth-child(2) {
    background: radial-gradient(circle at 34% 68%, var(--_cool), transparent 40%);
    animation-direction: reverse;
  }
  .sphere i:nth-child(3) {
    background: radial-gradient(circle at 46% 30%, var(--_glow), transparent 30%);
  }
  .orb.small .halo {
    display: none;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes breathe {
    50% {
      transform: scale(1.035);
    }
  }
`;
