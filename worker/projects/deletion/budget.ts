/** How much one run may still do of a deletion: the request that asked for it must answer, and the cron must end. */
export class Budget {
  #pieces: number;
  readonly #until: number;

  /** @param until unix milliseconds */
  constructor(pieces: number, until: number) {
    this.#pieces = pieces;
    this.#until = until;
  }

  /** Takes one piece; false where nothing is left. */
  take(): boolean {
    this.#pieces -= 1;
    return this.#pieces >= 0 && Date.now() < this.#until;
  }
}

/** One kind of thing that goes. It deletes a bounded piece and says whether there may be more. */
export type Step = () => Promise<boolean>;

/** Runs the steps in their order, each until nothing is left of it. @returns whether all of them were done */
export async function runSteps(steps: readonly Step[], budget: Budget): Promise<boolean> {
  for (const step of steps)
    for (let more = true; more; ) {
      if (!budget.take()) return false;
      more = await step();
    }
  return true;
}
