import type { FrameToPage, PageFrame } from "../../../shared/live.ts";
import { eventually } from "./operator.ts";

interface Started {
  session_id: string;
  session_secret: string;
}

export interface Reported {
  session: { status: string; handled_by: "agent" | "waiting" | "person"; whispers?: string[] };
}

/** A visitor by plain calls: what a page of its own would do, without the widget. */
export class PlainVisitor {
  readonly session_id: string;
  /** What the live socket got, in its order. */
  readonly frames: FrameToPage[] = [];
  readonly #origin: string;
  readonly #api_key: string;
  readonly #secret: string;
  #socket: WebSocket | null = null;

  private constructor(origin: string, api_key: string, { session_id, session_secret }: Started) {
    this.session_id = session_id;
    this.#origin = origin;
    this.#api_key = api_key;
    this.#secret = session_secret;
  }

  /**
   * Begins a conversation, and says that it is connected.
   * @param page the address that the visitor is on
   * @param visitor_id by which an agent with a memory recognises them
   * @param context what the page tells the agent of them
   */
  static async start(
    origin: string,
    api_key: string,
    agent_id: number,
    page: string,
    visitor_id?: string,
    context?: object,
  ): Promise<PlainVisitor> {
    const started = await send<Started>(origin, api_key, "/session", { agent_id, page, visitor_id, context });
    const visitor = new PlainVisitor(origin, api_key, started);
    await visitor.report({ type: "connected" });
    return visitor;
  }

  report(...events: { type: string; [field: string]: unknown }[]): Promise<Reported> {
    return send(this.#origin, this.#api_key, `/session/${this.session_id}/events`, { events });
  }

  /** What a page opens the live socket with. */
  get credentials(): { url: string; protocols: string[] } {
    return {
      url: `${this.#origin.replace(/^http/, "ws")}/widget/v1/session/${this.session_id}/live`,
      protocols: ["voice-widget.live", `voice-widget.secret.${this.#secret}`],
    };
  }

  /** Opens the live socket; it stays until `close`. */
  async listen(): Promise<void> {
    const { url, protocols } = this.credentials;
    const socket = new WebSocket(url, protocols);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.frames.push(JSON.parse(String(data)) as FrameToPage));
    await new Promise<void>((open, fail) => {
      socket.addEventListener("open", () => open());
      socket.addEventListener("close", ({ code }) => fail(new Error(`the visitor's socket was closed: ${code}`)));
    });
  }

  tell(frame: PageFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** The newest frame that fits, once there is one. */
  async hears(fits: (frame: FrameToPage) => boolean): Promise<FrameToPage> {
    await eventually(
      async () => this.frames,
      (frames) => frames.some(fits),
    );
    return this.frames.findLast(fits) as FrameToPage;
  }

  close(): void {
    this.#socket?.close();
  }
}

async function send<T>(origin: string, api_key: string, path: string, body: object): Promise<T> {
  const response = await fetch(`${origin}/widget/v1${path}`, {
    method: "POST",
    headers: { "X-API-Key": api_key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
