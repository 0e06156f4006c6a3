import type { Attendant } from "../parts/attendant.ts";
import type { Shell } from "../parts/shell.ts";
import { loadChunk } from "./chunks.ts";
import { hintOwner } from "./owner-hint.ts";

type Call = (attendant: Attendant) => void;

/** The attendant, who comes with the click, and the calls that wait for it. */
export class Attendance {
  attendant: Attendant | null = null;
  loading = false;
  failed = false;
  /** What the page has set up; waits as long as it takes. */
  #kept: Call[] = [];
  /** What should happen now: given up when it cannot. */
  #urgent: Call[] = [];
  readonly #shell: Shell;
  readonly #settled: () => void;

  /** `settled` hears when loading has succeeded or failed. */
  constructor(shell: Shell, settled: () => void) {
    this.#shell = shell;
    this.#settled = settled;
  }

  /** Does it as soon as it is possible, without loading anything for it. */
  keep(call: Call): void {
    if (this.attendant) call(this.attendant);
    else this.#kept.push(call);
  }

  call(call: Call): void {
    if (this.attendant) {
      call(this.attendant);
    } else {
      this.#urgent.push(call);
      this.load();
    }
  }

  giveUp(): void {
    this.#urgent = [];
  }

  /** Loads once; after a failure the next intent tries again. */
  load(): void {
    if (this.attendant || this.loading) return;
    this.loading = true;
    loadChunk("panel")
      .then(({ attend }) => attend(this.#shell))
      .then(
        (attendant) => {
          this.attendant = attendant;
          this.failed = false;
        },
        (error: Error) => {
          hintOwner("no_panel", error.message);
          this.failed = true;
          this.giveUp();
        },
      )
      .finally(() => {
        this.loading = false;
        this.#settled();
        const { attendant } = this;
        if (!attendant) return;
        attendant.preload();
        for (const call of [...this.#kept.splice(0), ...this.#urgent.splice(0)]) call(attendant);
      });
  }
}
