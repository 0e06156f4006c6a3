/** How often the service is asked whether it is there; a socket that has said nothing in between is gone. Milliseconds. */
const BEAT_MS = 30_000;

/** The calls of the voice service with which a help desk answers: `docs/people.md`. */
export class VoiceService {
  readonly #origin: string;
  readonly #token: string;
  readonly #project: string;

  constructor(origin: string, token: string, project: string) {
    this.#origin = origin;
    this.#token = token;
    this.#project = project;
  }

  /** @throws Error in the service's own words */
  async call(
    session_id: string,
    verb: "join" | "messages" | "whisper" | "release" | "end",
    body?: object,
  ): Promise<void> {
    const answer = await fetch(`${this.#origin}/admin/v1/sessions/${session_id}/${verb}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.ok) return;
    const { detail } = (await answer.json()) as { detail: unknown };
    throw new Error(typeof detail === "string" ? detail : JSON.stringify(detail));
  }

  /**
   * What visitors write in the conversations that were followed, until the socket closes.
   * @returns how to follow one
   */
  listen(
    heard: (session_id: string, text: string) => void,
    over: (session_id: string) => void,
  ): (session_id: string) => void {
    const followed = new Set<string>();
    let socket: WebSocket;
    const follow = (session_id: string) => {
      followed.add(session_id);
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "follow", session_id }));
    };
    const open = () => {
      const url = `${this.#origin.replace(/^http/, "ws")}/admin/v1/projects/${this.#project}/live`;
      const own = new WebSocket(url, ["voice-widget.live", `voice-widget.token.${this.#token}`]);
      socket = own;
      let alive = true;
      let lost = false;
      const again = () => {
        if (lost) return;
        lost = true;
        clearInterval(beat);
        setTimeout(open, 2_000).unref();
      };
      // A network that dies closes nothing, and what is between may drop a socket that is silent.
      const beat = setInterval(() => {
        if (!alive) {
          own.close();
          again();
        } else if (own.readyState === WebSocket.OPEN) own.send("ping");
        alive = false;
      }, BEAT_MS);
      beat.unref();
      own.addEventListener("open", () => {
        for (const session_id of followed) follow(session_id);
      });
      own.addEventListener("message", ({ data }) => {
        alive = true;
        if (data === "pong" || lost) return;
        const frame = JSON.parse(String(data));
        if (!followed.has(frame.session_id)) return;
        if (frame.type === "message" && frame.role === "user") heard(frame.session_id, frame.text);
        if (frame.type !== "session" || frame.status !== "ended") return;
        followed.delete(frame.session_id);
        over(frame.session_id);
      });
      own.addEventListener("close", again);
    };
    open();
    return follow;
  }
}
