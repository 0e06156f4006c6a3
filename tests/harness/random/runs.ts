import { inject } from "vitest";
import type {} from "./setup.ts";

/** How often a random test runs: `usual`, or RUNS=… times as often. */
export const runs = (usual: number): number => Math.ceil(usual * inject("runs"));
