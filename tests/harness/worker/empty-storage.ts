import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

const tables = () => env.DB.prepare("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'").all();

/** What an object still does while it is reset may keep the old database open through it. */
export async function emptyStorage(): Promise<void> {
  do await reset();
  while ((await tables()).results.length > 0);
}
