// A browser loads it when it is needed; here no test waits for a file.
import "../../widget/session/continuation.ts";
import "../../widget/session/refusal.ts";
import type { FrameToPage, PageFrame } from "../../shared/live.ts";
import { CommandQueue } from "../../widget/session/command-queue.ts";
import { PersonConversation, type Resumed } from "../../widget/session/person/person-conversation.ts";
import { SessionEngine } from "../../widget/session/session-engine.ts";
import type { InputMode } from "../../widget/session/state.ts";
import { STARTED, settled, type World } from "./session-harness.ts";

/** A stand-in of the live socket: what the page opened, what it sent, and the service's side of it. */
export class StandInSocket {
  readyState = 0;
  readonly sent: PageFrame[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  readonly address: string;
  readonly protocols: string[];

  constructor(address: string, protocols: string[]) {
    this.address = address;
    this.protocols = protocols;
  }

  send(text: string): void {
    // As the service answers it.
    if (text === "ping") this.onmessage?.({ data: "pong" });
    else this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.drop(1000);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(frame: FrameToPage): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  drop(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }

  messages(): string[] {
    return this.sent.flatMap((frame) => (frame.type === "message" ? [frame.text] : []));
  }
}

/** A conversation that runs, in writing unless a test speaks, and its part that deals with a person. */
export async function conversationWithPerson(world: World, input: InputMode = "text", resumed: Resumed | null = null) {
  const queue = new CommandQueue();
  const engine = new SessionEngine(queue, new Map(), world.ports);
  queue.consume((command) => command.type === "request_person" || engine.carryOut(command));
  const options = {
    apiKey: "svc_pk_x",
    baseUrl: "https://voice.example/",
    agentId: STARTED.agent_id,
    silent: input === "text",
  };
  void engine.start(options, input, null);
  await settled();
  const parts = engine.latest?.commands.parts;
  if (!parts) throw new Error("no conversation");
  const sockets: StandInSocket[] = [];
  const happened: string[] = [];
  /** Losses of the socket, and whenever the person was found again. */
  const connections: boolean[] = [];
  const talk = new PersonConversation(
    parts,
    queue,
    {
      changed: () => {},
      told: (status, name) => void happened.push(`${status} ${name}`),
      note: (kind, name) => void happened.push(`line: ${name} ${kind}`),
      written: (name) => void happened.push(`${name} has written`),
      signal: ({ kind }) => void happened.push(`signal ${kind}`),
      connection: (there) => void connections.push(there),
    },
    resumed,
  );
  queue.interceptCommand = (command) => {
    if (!talk.holds || command.type !== "send_text") return null;
    talk.write(command.text);
    return true;
  };
  const open = () =>
    talk.open("https://voice.example", (address, protocols) => {
      const socket = new StandInSocket(address, protocols);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    });
  return {
    engine,
    queue,
    talk,
    sockets,
    happened,
    connections,
    open,
    /** The newest socket. */
    get socket(): StandInSocket {
      const socket = sockets.at(-1);
      if (!socket) throw new Error("no socket");
      return socket;
    },
    shown: () => engine.state.transcript.map(({ role, text }) => `${role}: ${text}`),
    end: () => engine.latest?.end("completed"),
  };
}
