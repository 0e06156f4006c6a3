import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Levels } from "../../session/options.ts";

interface LevelsHost extends ReactiveControllerHost {
  renderRoot: HTMLElement | DocumentFragment;
  levels: () => Levels;
}

/** How much of a rise and of a fall is shown per frame: quick to speak up, slow to fade. */
const RISE = 0.45;
const FALL = 0.12;

/**
 * Writes the loudness on the orb and on meters as `--in` and `--out`, 0 to 1, once per animation frame. Loudness is
 * never state: nothing is rendered for it. For visitors who want no motion only meters move, which are there to be read.
 */
export class LevelsController implements ReactiveController {
  readonly #host: LevelsHost;
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  #frame = 0;
  #input = 0;
  #output = 0;

  constructor(host: LevelsHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.run(false);
  }

  /** Whether there is anything to hear. */
  run(on: boolean): void {
    if (on) {
      if (!this.#frame) this.#frame = requestAnimationFrame(this.#draw);
      return;
    }
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#input = this.#output = 0;
    this.#write();
  }

  readonly #draw = () => {
    const { input, output } = this.#host.levels();
    this.#input = follow(this.#input, input);
    this.#output = follow(this.#output, output);
    this.#write();
    this.#frame = requestAnimationFrame(this.#draw);
  };

  #write(): void {
    for (const shown of this.#host.renderRoot.querySelectorAll<HTMLElement>(".orb, .meter")) {
      const share = this.#still.matches && shown.className !== "meter" ? 0 : 1;
      shown.style.setProperty("--in", (this.#input * share).toFixed(3));
      shown.style.setProperty("--out", (this.#output * share).toFixed(3));
    }
  }
}

const follow = (shown: number, now: number) => shown + (now - shown) * (now > shown ? RISE : FALL);
