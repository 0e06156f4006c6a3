/** Milliseconds of the one clock of all processes of this machine, which nobody sets. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;
