import type { Session } from "./session.ts";

/** A session as a page of the echo test sees it: of the agent's set-up what the page itself has set. */
export function shownSession({ set_by_page = [], ...session }: Session): object {
  const own = new Set(set_by_page);
  return {
    ...session,
    ...(!own.has("instructions") && { instructions: "" }),
    ...(!own.has("tools") && { tools: [] }),
    ...(!own.has("prompt") && { prompt: null }),
  };
}
