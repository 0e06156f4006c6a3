import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether a program is on the path. */
export const hasCommand = (name: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
