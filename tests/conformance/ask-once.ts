import { WebSocket } from "ws";
import type { SessionStarted } from "../../shared/session.ts";

/** Connects as a page does, types one message, and leaves when it is answered. */
export async function askOnce({ connection, client_secret }: SessionStarted): Promise<void> {
  const protocols = ["realtime", `openai-insecure-api-key.${client_secret.ephemeral_token}`];
  const socket = new WebSocket(connection.url, protocols);
  const content = [{ type: "input_text", text: "Is there fresh rye?" }];
  await new Promise<void>((done, fail) => {
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("the call was closed")));
    socket.on("message", (data) => {
      const { type } = JSON.parse(String(data)) as { type: string };
      if (type === "session.created") {
        socket.send(
          JSON.stringify({ type: "conversation.item.create", item: { type: "message", role: "user", content } }),
        );
        socket.send(JSON.stringify({ type: "response.create" }));
      }
      if (type === "response.done") done();
    });
  });
  socket.close();
}
