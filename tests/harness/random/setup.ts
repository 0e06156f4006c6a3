import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Of every random test of this run; SEED=… in the environment gives it. */
    seed: number;
    /** How many times as many runs as usual a random test makes; RUNS=… in the environment gives it. */
    runs: number;
    /** Sessions that run beside one that is counted, the smallest crowd first: `10,100,1000`. */
    crowds: string;
  }
}

/** The setup file of every project: random tests begin from the run's seed, which fast-check names when one fails. */
fc.configureGlobal({ seed: inject("seed") });
