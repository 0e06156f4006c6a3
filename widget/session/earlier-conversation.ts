import type { InputMode, Message } from "./state.ts";

/** As the service's start has them. */
interface SessionIceServer {
  urls: string | string[];
  username?: string | undefined;
  credential?: string | undefined;
}

/** What a page remembers of a conversation that a person was asked for, or has taken over, so that the next page goes on. */
export interface SavedPerson {
  /** Only whether one had joined when the page was left: the service says how it is now. */
  readonly joined: boolean;
  readonly name: string;
  readonly agent_id: number;
  readonly agent_name: string;
  readonly ice_servers: SessionIceServer[] | null;
}

/** A conversation that another one continues; its session is empty where it never began, and holds only what was typed. */
export interface EarlierConversation {
  readonly session_id: string;
  /** The secret of its session, which proves that it belongs to this page. */
  readonly session_secret: string;
  readonly transcript: readonly Message[];
  /** Its input. */
  readonly input?: InputMode;
  /** What the visitor had silenced, where it still ran as its page was left. */
  readonly muted?: boolean;
  readonly paused?: boolean;
  /** Null or absent where the agent held it. */
  readonly person?: SavedPerson | null;
  /** Whose it is, where another page of this tab held it. */
  readonly owner?: string;
  /** A call, which this page takes up by itself. */
  readonly isTakenUp?: boolean;
}
