/** `npm run bench [-- PART]`: each part prints a table; `api` alone without one. */

import { api } from "./api.ts";
import { day } from "./day/day.ts";
import { firstAudio } from "./first-audio.ts";
import { interruptions } from "./interruptions/interruptions.ts";
import { knowledge } from "./knowledge/knowledge.ts";
import { lists } from "./lists.ts";
import { page } from "./page/page.ts";
import { pages } from "./pages.ts";
import { people } from "./people/people.ts";
import { retention } from "./retention/retention.ts";
import { sessions } from "./sessions/sessions.ts";
import { sweepAlone } from "./sessions/sweep.ts";
import { startup } from "./startup.ts";

const PARTS: Record<string, () => Promise<unknown>> = {
  api,
  day,
  page,
  "first-audio": () => firstAudio(process.env.BEFORE),
  interruptions: async () => interruptions(),
  knowledge,
  lists,
  load: sessions,
  pages: () => pages(),
  people,
  retention,
  startup,
  sweep: sweepAlone,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}`);
  process.exitCode = 2;
} else for (const name of names.length > 0 ? names : ["api"]) await PARTS[name]?.();
