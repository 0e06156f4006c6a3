import type { FrameToInbox, InboxFrame } from "../../../shared/live.ts";
import { ADMIN_TOKEN } from "../service/secrets.ts";

/** An operator's inbox, as the console has it open: the frames that came, and those that are to come. */
export class OperatorInbox {
  readonly #socket: WebSocket;
  readonly #frames: FrameToInbox[] = [];
  #wake = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.#frames.push(JSON.parse(String(data)));
      this.#wake();
    });
  }

  /** Opens it. @param staffed whether somebody says that they are available */
  static async open(origin: string, project_id: number, staffed: boolean): Promise<OperatorInbox> {
    const address = `${origin.replace(/^http/, "ws")}/admin/v1/projects/${project_id}/live`;
    const socket = new WebSocket(address, ["voice-widget.live", `voice-widget.token.${ADMIN_TOKEN}`]);
    const inbox = new OperatorInbox(socket);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error(`${address} refused the socket`)));
    });
    await inbox.next((frame) => frame.type === "sessions");
    if (staffed) inbox.send({ type: "available", on: true });
    return inbox;
  }

  send(frame: InboxFrame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** Takes the first frame that fits, also of those that came before. */
  async next<Frame extends FrameToInbox>(fits: (frame: FrameToInbox) => frame is Frame): Promise<Frame>;
  async next(fits: (frame: FrameToInbox) => boolean): Promise<FrameToInbox>;
  async next(fits: (frame: FrameToInbox) => boolean): Promise<FrameToInbox> {
    for (;;) {
      const at = this.#frames.findIndex(fits);
      const [frame] = at < 0 ? [] : this.#frames.splice(at, 1);
      if (frame) return frame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The session that waits for a person; it is followed from then on. */
  async waiting(): Promise<string> {
    const frame = await this.next(
      (one): one is Extract<FrameToInbox, { type: "session" }> =>
        one.type === "session" && one.handled_by === "waiting",
    );
    this.send({ type: "follow", session_id: frame.session_id });
    return frame.session_id;
  }

  /** A line of this text, or with it. */
  line = (text: string) => this.next((frame) => frame.type === "message" && frame.text.includes(text));

  close(): void {
    this.#socket.close();
  }
}
