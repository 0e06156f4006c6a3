/** How much of a deletion one run may do: a request must answer, and the cron must end. */
export class Budget {
  #pieces: number;
  readonly #until: number;

  /** @param until unix milliseconds */
  constructor(pieces: number, until: number) {
    this.#pieces = pieces;
    this.#until = until;
  }

  /** Takes one piece; false if the budget is used up. */
  take(): boolean {
    this.#pieces -= 1;
    return this.#pieces >= 0 && Date.now() < this.#until;
  }
}

/** Deletes a bounded piece of one kind. @returns whether there may be more */
export type Step = () => Promise<boolean>;

/** Runs the steps in order, each until nothing is left. @returns whether all are done */
export async function runSteps(steps: readonly Step[], budget: Budget): Promise<boolean> {
  for (const step of steps)
    for (let more = true; more; ) {
      if (!budget.take()) return false;
      more = await step();
    }
  return true;
}
