import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Levels } from "../../session/options.ts";
import { media } from "../media.ts";

interface LevelsHost extends ReactiveControllerHost, Element {
  readonly renderRoot: ShadowRoot;
  levels: () => Levels;
}

/** The share of a rise, and of a fall, that is shown per frame: quick to rise, slow to fall. */
const RISE = 0.45;
const FALL = 0.12;
/** Below it nobody speaks: a room's noise moves nothing. Root mean square of full scale 1. */
const QUIET = 0.008;
/** Milliseconds between two checks while nobody speaks. */
const LOOK_MS = 100;

/**
 * Writes the loudness on the orb and on meters as `--in` and `--out`, 0 to 1: once per frame while somebody speaks, and not
 * at all in silence or while the panel is not visible. Loudness is never state, so nothing is rendered for it. For visitors
 * who prefer reduced motion only meters move.
 */
export class LevelsController implements ReactiveController {
  readonly #host: LevelsHost;
  readonly #still = media("(prefers-reduced-motion:reduce)");
  readonly #sight = new IntersectionObserver((entries) => {
    this.#seen = entries.some(({ isIntersecting }) => isIntersecting);
    this.#schedule();
  });
  #on = false;
  #seen = false;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #input = 0;
  #output = 0;

  constructor(host: LevelsHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.run(false);
  }

  /** @param on whether there is anything to hear */
  run(on: boolean): void {
    if (on === this.#on) return;
    this.#on = on;
    const seen = this.#host.renderRoot.querySelector("[part~=panel]");
    if (on && seen) this.#sight.observe(seen);
    else this.#sight.disconnect();
    this.#seen &&= on;
    this.#schedule();
  }

  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    if (this.#on && this.#seen) this.#look();
    else this.#rest();
  }

  readonly #look = () => {
    const { input, output } = this.#host.levels();
    if (Math.max(input, output, this.#input, this.#output) < QUIET) {
      this.#rest();
      this.#timer = setTimeout(this.#look, LOOK_MS);
      return;
    }
    this.#write(follow(this.#input, input), follow(this.#output, output));
    this.#frame = requestAnimationFrame(this.#look);
  };

  #rest(): void {
    if (this.#input || this.#output) this.#write(0, 0);
  }

  #write(input: number, output: number): void {
    this.#input = input;
    this.#output = output;
    for (const shown of this.#host.renderRoot.querySelectorAll<HTMLElement>(".orb, .meter")) {
      const share = this.#still.matches && shown.className !== "meter" ? 0 : 1;
      shown.style.setProperty("--in", (loudness(input) * share).toFixed(3));
      shown.style.setProperty("--out", (loudness(output) * share).toFixed(3));
    }
  }
}

/** As it is heard: 0 at -42 decibels of full scale, 1 at -12. A voice at arm's length has about -26. */
const loudness = (level: number) => Math.min(1, Math.max(0, 1.4 + (2 * Math.log10(level)) / 3));

const follow = (shown: number, now: number) => shown + (now - shown) * (now > shown ? RISE : FALL);
