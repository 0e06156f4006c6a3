import { dayOf } from "../../shared/time.ts";
import type { Page, SessionListed } from "../answers.ts";
import type { Api } from "../api.ts";

/** Conversations of today that are looked through, the newest. */
const MOST = 100;

/** What has ended since midnight here. None where the list cannot be read: what runs does not wait for it, nor say so. */
export async function endedToday(api: Api, project_id: number): Promise<SessionListed[]> {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const query = { from: dayOf(midnight), limit: MOST };
  const path = `/projects/${project_id}/sessions`;
  const { items } = await api.get<Page<SessionListed>>(path, { query }).catch(() => ({ items: [] }));
  return items.filter(({ ended_at }) => ended_at !== null && ended_at >= midnight);
}
