import type { ReactiveControllerHost } from "lit";
import type { Page, SessionListed } from "../answers.ts";
import type { Api } from "../api.ts";
import { Load } from "./load.ts";

/** The conversations beside one in a list of a project. */
export interface Neighbours {
  previous: SessionListed | null;
  next: SessionListed | null;
}

interface Place {
  api: Api;
  projectId: number;
  sessionId: string;
  /** What the list is narrowed to. */
  filters: Record<string, string>;
}

/** Reads what stands beside a conversation. */
export const loadNeighbours = (host: ReactiveControllerHost, place: () => Place): Load<Neighbours> =>
  new Load(
    host,
    async (signal) => {
      const { api, projectId, sessionId, filters } = place();
      const beside = async (order: "oldest" | "newest") => {
        const query = { ...filters, after: sessionId, order, limit: 1 };
        const page = await api.get<Page<SessionListed>>(`/projects/${projectId}/sessions`, { query, signal });
        return page.items[0] ?? null;
      };
      const [previous, next] = await Promise.all([beside("oldest"), beside("newest")]);
      return { previous, next };
    },
    () => {
      const { api, projectId, sessionId, filters } = place();
      return [api, projectId, sessionId, JSON.stringify(filters)];
    },
  );
