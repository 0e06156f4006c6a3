import { exports } from "cloudflare:workers";
import { onTestFinished } from "vitest";
import { ORIGIN } from "./request.ts";

type Frame = { type: string; [name: string]: unknown };

/** One end of a live socket: what came so far, and what comes next. */
export class LiveSocket {
  readonly frames: Frame[] = [];
  closed: number | null = null;
  readonly #socket: WebSocket;
  #wake: () => void = () => {};

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.frames.push(data === "pong" ? { type: "pong" } : (JSON.parse(String(data)) as Frame));
      this.#wake();
    });
    socket.addEventListener("close", ({ code }) => {
      this.closed = code;
      this.#wake();
    });
    socket.accept();
  }

  send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** A sign of life, as browsers send it; resolves with its answer. */
  async ping(): Promise<void> {
    this.#socket.send("ping");
    await this.of("pong");
  }

  /** Resolves once all that was sent is handled: what is no frame is answered in its turn. */
  async handled(): Promise<void> {
    this.#socket.send("{");
    await this.next(({ type, of }) => type === "error" && of === "");
  }

  close(): void {
    if (this.closed === null) this.#socket.close(1000, "done");
  }

  /** The first frame that fits, also of those that came before. */
  async next(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.findIndex(fits);
      if (found >= 0) return this.frames.splice(found, 1)[0] as Frame;
      await this.#more();
    }
  }

  of = (type: string): Promise<Frame> => this.next((frame) => frame.type === type);

  async close_code(): Promise<number> {
    while (this.closed === null) await this.#more();
    return this.closed;
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** The answer to a handshake. */
export const handshake = (path: string, protocols: string[], headers: Record<string, string> = {}): Promise<Response> =>
  exports.default.fetch(
    new Request(ORIGIN + path, {
      headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": protocols.join(", "), ...headers },
    }),
  );

async function opened(answer: Response): Promise<LiveSocket> {
  if (!answer.webSocket) throw new Error(`no socket: ${answer.status} ${await answer.text()}`);
  const socket = new LiveSocket(answer.webSocket);
  onTestFinished(() => socket.close());
  return socket;
}

export const openInbox = async (project_id: number, token: string): Promise<LiveSocket> =>
  opened(
    await handshake(`/admin/v1/projects/${project_id}/live`, ["voice-widget.live", `voice-widget.token.${token}`]),
  );

export const openPage = async (session_id: string, secret: string): Promise<LiveSocket> =>
  opened(
    await handshake(`/widget/v1/session/${session_id}/live`, ["voice-widget.live", `voice-widget.secret.${secret}`]),
  );
