/** How often a random test runs: `usual`, or RUNS=… times as often. */
export declare const runs: (usual: number) => number;
