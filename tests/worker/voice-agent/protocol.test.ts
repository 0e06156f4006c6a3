import { describe, expect, it, vi } from "vitest";
import { base64, connect, type ServerEvent } from "../../harness/worker/demo-call.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";
import { silence } from "./speech.ts";

const update = (session: object) => ({ type: "session.update", session: { type: "realtime", ...session } });
const create = (item: object, more: object = {}) => ({ type: "conversation.item.create", item, ...more });
const message = (role: string, part: object, more: object = {}) => ({
  type: "message",
  role,
  content: [part],
  ...more,
});
const text = (words: string) => ({ type: "input_text", text: words });

describe("the session", () => {
  it("is shown whole at the beginning, but for what the agent's owner wrote", async () => {
    const { session } = await connect({ instructions: "Be brief.", voice: "rose" });
    expect(session).toEqual({
      type: "realtime",
      object: "realtime.session",
      id: expect.stringMatching(/^sess_/),
      model: "demo-echo",
      expires_at: expect.any(Number),
      output_modalities: ["audio"],
      instructions: "",
      tools: [],
      tool_choice: "auto",
      audio: {
        input: {
          format: { type: "audio/pcm", rate: 24_000 },
          noise_reduction: null,
          transcription: { model: "demo-echo" },
          turn_detection: {
            type: "server_vad",
            threshold: 0.5,
            prefix_padding_ms: 300,
            silence_duration_ms: 500,
            idle_timeout_ms: null,
            create_response: true,
            interrupt_response: true,
          },
        },
        output: { format: { type: "audio/pcm", rate: 24_000 }, voice: "rose", speed: 1 },
      },
      max_output_tokens: "inf",
      tracing: null,
      truncation: "auto",
      prompt: null,
      include: null,
    });
  });

  it("changes what is sent and keeps the rest", async () => {
    const { client, session } = await connect();
    const tools = [{ type: "function", name: "look_up", parameters: { type: "object" } }];
    const { session: changed } = await client.ask(
      update({
        tools,
        audio: { input: { turn_detection: { type: "server_vad", threshold: 0.7 } }, output: { voice: "rose" } },
      }),
      "session.updated",
    );
    expect(changed).toEqual({
      ...session,
      tools,
      audio: {
        input: {
          ...session.audio.input,
          turn_detection: { ...session.audio.input.turn_detection, threshold: 0.7 },
        },
        output: { ...session.audio.output, voice: "rose" },
      },
    });
  });

  it("shows features as off that it does not have", async () => {
    const { client, session } = await connect();
    const input = {
      noise_reduction: { type: "near_field" },
      turn_detection: { type: "server_vad", idle_timeout_ms: 6_000 },
    };
    const { session: same } = await client.ask(update({ audio: { input, output: { speed: 1.5 } } }), "session.updated");
    expect(same).toEqual(session);
  });

  it("takes what OpenAI's clients may say of their visitors' words", async () => {
    const { client } = await connect();
    const transcription = {
      model: "gpt-transcribe",
      languages: ["en", "de"],
      prompt: "A bakery",
      keywords: ["Schrippe"],
      delay: "low",
    };
    const input = { transcription, noise_reduction: { strength: 0.5 } };
    const { session } = await client.ask(update({ audio: { input } }), "session.updated");
    expect(session.audio.input.transcription).toEqual(transcription);
  });

  it("treats semantic detection as a longer silence", async () => {
    const { client } = await connect();
    const turn_detection = { type: "semantic_vad", eagerness: "low" };
    const { session } = await client.ask(update({ audio: { input: { turn_detection } } }), "session.updated");
    expect(session.audio.input.turn_detection).toMatchObject({ ...turn_detection, silence_duration_ms: 900 });
  });

  it("does not change its voice once it was heard", async () => {
    const { client, session } = await connect();
    await client.respond({ instructions: "Say: Done." });
    const { error } = await client.ask(update({ audio: { output: { voice: "other" } } }), "error");
    expect(error).toMatchObject({ code: "cannot_update_voice", param: "session.audio.output.voice" });
    await client.ask(update({ audio: { output: { voice: session.audio.output.voice } } }), "session.updated");
  });
});

describe("items", () => {
  it("go where they are put, are found and are deleted", async () => {
    const { client } = await connect();
    const put = async (id: string, more?: object): Promise<ServerEvent> => {
      client.send(create(message("user", text(id), { id }), more));
      const [added, done] = [await client.next(), await client.next()];
      expect(added).toMatchObject({ type: "conversation.item.added", item: { id, status: "completed" } });
      expect(done).toMatchObject({ ...added, type: "conversation.item.done", event_id: done.event_id, at: done.at });
      return added;
    };
    expect((await put("b")).previous_item_id).toBeNull();
    expect((await put("d")).previous_item_id).toBe("b");
    expect((await put("c", { previous_item_id: "b" })).previous_item_id).toBe("b");
    expect((await put("a", { previous_item_id: "root" })).previous_item_id).toBeNull();
    expect((await put("e")).previous_item_id).toBe("d");

    const { item } = await client.ask(
      { type: "conversation.item.retrieve", item_id: "c" },
      "conversation.item.retrieved",
    );
    expect(item).toEqual({ ...message("user", text("c"), { id: "c" }), object: "realtime.item", status: "completed" });
    const deleted = await client.ask({ type: "conversation.item.delete", item_id: "e" }, "conversation.item.deleted");
    expect(deleted.item_id).toBe("e");
    expect((await put("f")).previous_item_id).toBe("d");
  });

  it("of half a character, as where a page cuts a text, have the sign for what cannot be read", async () => {
    const { client } = await connect();
    const cut = create(message("user", text("Tea \u{1f375}".slice(0, -1))));
    const { item } = await client.ask(cut, "conversation.item.added");
    expect(item).toMatchObject({ content: [{ type: "input_text", text: "Tea \ufffd" }] });
  });

  it("may have the role of the agent or the system", async () => {
    const { client } = await connect();
    await client.ask(create(message("assistant", { type: "output_text", text: "Hi" })), "conversation.item.added");
    await client.wait("conversation.item.done");
    await client.ask(create(message("system", text("It rains."))), "conversation.item.added");
  });

  it("are kept to the newest 300", async () => {
    const { client } = await connect();
    for (let count = 0; count < 305; count++) client.send(create(message("user", text("x"), { id: `item_${count}` })));
    while ((await client.wait("conversation.item.done")).item.id !== "item_304");
    await client.ask({ type: "conversation.item.retrieve", item_id: "item_4" }, "error");
    await client.ask({ type: "conversation.item.retrieve", item_id: "item_5" }, "conversation.item.retrieved");
  });
});

describe("what is wrong is said, and the call goes on", () => {
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  it.each([
    ["no JSON", "hello", "invalid_json", null],
    ["no object", "[1]", "invalid_event", null],
    ["null", "null", "invalid_event", null],
    ["deep JSON", deep(100_000), "invalid_json", null],
    ["rather deep JSON", `{"type":"session.update","x":${deep(100)}}`, "invalid_json", null],
    ["a long message", " ".repeat(1_600_000), "message_too_large", null],
    ["a binary message", new ArrayBuffer(8), "invalid_event", null],
    ["no type", {}, "missing_required_parameter", "type"],
    ["an unknown type", { type: "session.destroy" }, "invalid_value", "type"],
    ["an inherited type", { type: "constructor" }, "invalid_value", "type"],
    ["a type that is no string", { type: [] }, "invalid_value", "type"],
    ["an unknown parameter", { type: "input_audio_buffer.clear", now: 1 }, "unknown_parameter", "now"],
    ["no session", { type: "session.update" }, "missing_required_parameter", "session"],
    ["no session type", { type: "session.update", session: {} }, "missing_required_parameter", "session.type"],
    [
      "a transcription session",
      { type: "session.update", session: { type: "transcription" } },
      "invalid_value",
      "session.type",
    ],
    ["the beta's voice", update({ voice: "ava" }), "unknown_parameter", "session.voice"],
    ["a temperature", update({ temperature: 0.8 }), "unknown_parameter", "session.temperature"],
    ["another model", update({ model: "gpt-realtime" }), "cannot_update_model", "session.model"],
    [
      "both modalities",
      update({ output_modalities: ["audio", "text"] }),
      "above_max_value",
      "session.output_modalities",
    ],
    [
      "another format",
      update({ audio: { input: { format: { type: "audio/pcmu" } } } }),
      "invalid_value",
      "session.audio.input.format.type",
    ],
    [
      "another rate",
      update({ audio: { input: { format: { type: "audio/pcm", rate: 8000 } } } }),
      "invalid_value",
      "session.audio.input.format.rate",
    ],
    [
      "a wild threshold",
      update({ audio: { input: { turn_detection: { type: "server_vad", threshold: 2 } } } }),
      "above_max_value",
      "session.audio.input.turn_detection.threshold",
    ],
    [
      "an unknown detection",
      update({ audio: { input: { turn_detection: { type: "guess" } } } }),
      "invalid_value",
      "session.audio.input.turn_detection.type",
    ],
    [
      "a tool with no name",
      update({ tools: [{ type: "function" }] }),
      "missing_required_parameter",
      "session.tools[0].name",
    ],
    ["no audio", { type: "input_audio_buffer.append" }, "missing_required_parameter", "audio"],
    ["audio that is no string", { type: "input_audio_buffer.append", audio: 7 }, "invalid_type", "audio"],
    ["audio that is no base64", { type: "input_audio_buffer.append", audio: "%%%" }, "invalid_audio", "audio"],
    ["half a sample", { type: "input_audio_buffer.append", audio: "AAAA" }, "invalid_audio", "audio"],
    ["too much audio", { type: "input_audio_buffer.append", audio: "AAAA".repeat(349_600) }, "audio_too_long", "audio"],
    ["an empty commit", { type: "input_audio_buffer.commit" }, "input_audio_buffer_commit_empty", null],
    ["WebRTC's clear", { type: "output_audio_buffer.clear" }, "invalid_value", "type"],
    ["no item", { type: "conversation.item.create" }, "missing_required_parameter", "item"],
    ["an unknown item", create({ type: "picture" }), "invalid_value", "item.type"],
    ["no role", create({ type: "message", content: [] }), "missing_required_parameter", "item.role"],
    [
      "a wrong part",
      create(message("user", { type: "output_text", text: "x" })),
      "invalid_value",
      "item.content[0].type",
    ],
    [
      "a part with no text",
      create(message("user", { type: "input_text" })),
      "missing_required_parameter",
      "item.content[0].text",
    ],
    [
      "a wrong place",
      create(message("user", text("x")), { previous_item_id: "nowhere" }),
      "item_create_invalid_previous_item_id",
      "previous_item_id",
    ],
    [
      "an unknown item to find",
      { type: "conversation.item.retrieve", item_id: "x" },
      "item_retrieve_invalid_item_id",
      "item_id",
    ],
    [
      "an unknown item to delete",
      { type: "conversation.item.delete", item_id: "x" },
      "item_delete_invalid_item_id",
      "item_id",
    ],
    [
      "an unknown item to cut",
      { type: "conversation.item.truncate", item_id: "x", content_index: 0, audio_end_ms: 1 },
      "item_truncate_invalid_item_id",
      "item_id",
    ],
    ["nothing to cancel", { type: "response.cancel" }, "response_cancel_not_active", null],
    [
      "a wrong response",
      { type: "response.create", response: { modalities: ["audio"] } },
      "unknown_parameter",
      "response.modalities",
    ],
    [
      "an unknown reference",
      { type: "response.create", response: { input: [{ type: "item_reference", id: "x" }] } },
      "item_not_found",
      "response.input[0].id",
    ],
    ["a wrong input", { type: "response.create", response: { input: [null] } }, "invalid_type", "response.input[0]"],
  ])("%s", async (_, sent, code, param) => {
    const { client } = await connect();
    const { error } = await client.ask(sent, "error");
    expect(error).toEqual({
      type: "invalid_request_error",
      code,
      message: expect.stringMatching(/\S{3}/),
      param,
      event_id: null,
    });
    await client.ask(update({}), "session.updated");
  });

  it("names the event that was wrong", async () => {
    const { client } = await connect();
    const { error } = await client.ask({ type: "response.cancel", event_id: "mine" }, "error");
    expect(error.event_id).toBe("mine");
  });

  it("gives one response at a time", async () => {
    const { client } = await connect();
    stopClock();
    client.send({ type: "response.create" });
    client.send({ type: "response.create" });
    const { error } = await client.wait("error");
    expect(error.code).toBe("conversation_already_has_active_response");
    vi.useRealTimers();
    expect((await client.wait("response.done")).response.status).toBe("completed");
  });

  it("does not take the same item twice", async () => {
    const { client } = await connect();
    client.send(create(message("user", text("x"), { id: "same" })));
    await client.wait("conversation.item.done");
    const { error } = await client.ask(create(message("user", text("y"), { id: "same" })), "error");
    expect(error).toMatchObject({ code: "item_create_duplicate_item_id", param: "item.id" });
  });

  it("takes 30 s of audio with no commit, and no more", async () => {
    const { client } = await connect();
    await client.ask(update({ audio: { input: { turn_detection: null } } }), "session.updated");
    for (let seconds = 0; seconds < 30; seconds += 15)
      client.send({ type: "input_audio_buffer.append", audio: base64(silence(15_000)) });
    const { error } = await client.ask({ type: "input_audio_buffer.append", audio: base64(silence(100)) }, "error");
    expect(error.code).toBe("input_audio_buffer_full");
    await client.ask({ type: "input_audio_buffer.clear" }, "input_audio_buffer.cleared");
    await client.ask({ type: "input_audio_buffer.commit" }, "error");
  });

  it("answers a flood of messages with an error", async () => {
    const { client } = await connect();
    // However long the machine takes for them, they came at once.
    stopClock();
    for (let count = 0; count < 3_001; count++) client.send("x");
    for (let count = 0; count < 3_000; count++) expect((await client.wait("error")).error.code).toBe("invalid_json");
    expect((await client.wait("error")).error.code).toBe("rate_limit_exceeded");
  });
});
