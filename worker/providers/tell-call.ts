/** How a vendor's calls are joined by a second connection. */
interface Calls {
  /** Where its WebSockets are. */
  address: string;
  /** The pattern of its call ids: a given id comes from a browser, so it may hold anything. */
  shape: RegExp;
}

/**
 * Tells the agent of a call that the service placed, by a second connection to it ("sideband"), which is closed at once.
 * https://developers.openai.com/api/docs/guides/realtime-server-controls
 * @returns whether the vendor has it; false where the call cannot be joined, as one that is over
 * @throws if the vendor cannot be reached
 */
export async function tellCall(
  { address, shape }: Calls,
  call_id: string | null,
  authorization: string,
  text: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (call_id === null || !shape.test(call_id)) return false;
  const response = await fetch(`${address}?call_id=${call_id}`, {
    headers: { Upgrade: "websocket", authorization },
    redirect: "manual",
    signal,
  });
  const socket = response.webSocket;
  if (!socket) {
    await response.body?.cancel();
    return false;
  }
  const id = `team_${crypto.randomUUID().slice(0, 18)}`;
  const confirmed = confirmation(socket, id, signal);
  socket.accept();
  const content = [{ type: "input_text", text }];
  const item = { id, type: "message", role: "system", content };
  socket.send(JSON.stringify({ type: "conversation.item.create", event_id: id, item }));
  try {
    return await confirmed;
  } finally {
    socket.close(1000);
  }
}

/** Resolves once the conversation has the item, or never will. */
function confirmation(socket: WebSocket, id: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      const { type, item, error } = parse(data);
      if (type?.startsWith("conversation.item.") && item?.id === id) resolve(true);
      if (type === "error" && error?.event_id === id) resolve(false);
    });
    for (const end of ["close", "error"] as const) socket.addEventListener(end, () => resolve(false));
    signal.addEventListener("abort", () => resolve(false));
    if (signal.aborted) resolve(false);
  });
}

interface ServerEvent {
  type?: string;
  item?: { id?: string };
  error?: { event_id?: string };
}

function parse(data: unknown): ServerEvent {
  try {
    return (typeof data === "string" && (JSON.parse(data) as ServerEvent | null)) || {};
  } catch {
    return {};
  }
}
