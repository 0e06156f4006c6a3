import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as z from "zod";

/** What a server of chat completions takes; anything else is refused, as theirs do. */
const request = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: z.string().min(1) }))
    .min(1),
  temperature: z.number().min(0).max(2).optional(),
  response_format: z.strictObject({ type: z.enum(["text", "json_object"]) }).optional(),
});
export type Completion = z.infer<typeof request>;

/** What the model says, or what goes wrong in its place. */
export type Turn = { content: string } | { status: number } | { hang: true } | { endless: true };

/** Somebody's model server: checks what it is asked as strictly as theirs, and answers what the test says. */
export async function chatCompletions(answer: (asked: Completion) => Turn | Promise<Turn>) {
  const key = "sk-model-0123456789";
  const asked: Completion[] = [];
  const refused: string[] = [];

  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const refuse = (response: ServerResponse, status: number, message: string) => {
    refused.push(message);
    json(response, status, { error: { message, type: "invalid_request_error", code: null } });
  };

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    if (incoming.method !== "POST" || incoming.url !== "/v1/chat/completions")
      return refuse(response, 404, `Unknown request URL: ${incoming.method} ${incoming.url}`);
    if (incoming.headers.authorization !== `Bearer ${key}`) return refuse(response, 401, "Incorrect API key provided");
    const parsed = request.safeParse(JSON.parse(body));
    if (!parsed.success) return refuse(response, 400, z.prettifyError(parsed.error));
    if (parsed.data.response_format?.type === "json_object" && !/json/i.test(JSON.stringify(parsed.data.messages)))
      return refuse(response, 400, "'messages' must contain the word 'json' in some form");
    asked.push(parsed.data);
    const turn = await answer(parsed.data);
    if ("hang" in turn) return;
    if ("status" in turn) return void json(response, turn.status, { error: { message: "overloaded" } });
    if ("endless" in turn) {
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
      };
      response.on("drain", more).on("error", () => {});
      return more();
    }
    const message = { role: "assistant", content: turn.content, refusal: null };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: "stop" }];
    json(response, 200, { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m", choices, usage });
  }

  const server = createServer((incoming, response) => void take(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    key,
    asked,
    refused,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
