/** How the tables of a day are printed. */

export const span = (ms: number): string => {
  if (ms < 1_000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(0)} s` : `${(ms / 60_000).toFixed(0)} min`;
};

export const percent = (part: number): string => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;

/** Hours from midnight, as a clock shows them. */
export const clock = (hours: number): string =>
  [hours, (hours % 1) * 60].map((value) => String(Math.floor(value)).padStart(2, "0")).join(":");

export const millions = (calls: number): string => `${(calls / 1e6).toFixed(1)} million`;

export const row = (name: string, ...cells: string[]): void =>
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(10)).join(""));
