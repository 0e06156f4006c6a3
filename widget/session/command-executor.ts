import type { SoundSettings } from "../audio/sound-settings.ts";
import type { AgentMessages } from "./agent-messages.ts";
import type { ApiClient } from "./api-client.ts";
import { type SessionCommand, wordsOf } from "./commands.ts";
import type { Conversation } from "./conversation.ts";
import type { SessionAudio } from "./session-audio.ts";
import type { SessionConnection } from "./session-connection.ts";
import { isInConversation, isLive } from "./state.ts";

/** A command that needs no code beyond the conversation's own. */
export type PossibleCommand = Exclude<SessionCommand, { type: "request_person" }>;

/** The parts that carry out the commands; with a person in the conversation, that one's code uses them too. */
export interface ExecutorParts {
  readonly api: ApiClient;
  readonly conversation: Conversation;
  readonly connection: SessionConnection;
  readonly messages: AgentMessages;
  readonly audio: SessionAudio;
}

/** Carries out the commands of visitor and page. */
export class CommandExecutor {
  readonly parts: ExecutorParts;

  constructor(parts: ExecutorParts) {
    this.parts = parts;
  }

  /** Whether the command is done; one that is not possible yet waits in the queue. */
  carryOut(command: PossibleCommand): boolean {
    const { conversation, connection, messages, audio } = this.parts;
    const { over, state } = conversation;
    switch (command.type) {
      case "start":
        if (command.input === "voice") void this.speak();
        return true;
      case "end":
        conversation.end(command.reason);
        return true;
      case "mute":
        if (!over && audio.input === "voice") audio.mute(command.muted);
        return true;
      case "pause":
        this.#pause(command.paused);
        return true;
      case "interrupt":
        connection.transport?.interrupt();
        return true;
      case "typing":
        // Some agents wait while the visitor types.
        if (!over && isLive(state)) connection.transport?.typing?.();
        return true;
      case "send_text":
        return messages.sendText(command, wordsOf(command), () => {
          audio.typed();
          this.#resumeAudio();
          this.#pause(false);
        });
      case "send_context":
        return messages.sendContext(command.pairs);
      case "send_note":
        return messages.sendNote(command.text);
      case "rate":
        void this.feedback(command.rating, command.text);
        return true;
      case "resume_audio":
        this.#resumeAudio();
        return true;
      case "set_sound":
        void this.setSound(command.sound);
        return true;
      default:
        return command satisfies never;
    }
  }

  /** Switches a typed conversation to voice, in the same session; also tries again after a fault. */
  async speak(): Promise<void> {
    const { conversation, audio } = this.parts;
    const { state, over } = conversation;
    const failed = isInConversation(state) && state.microphone;
    if (over || audio.openedMicrophone || (audio.input === "voice" && !failed)) return;
    await audio.speak();
    // While connecting, `ActiveSession` does this once it is connected.
    if (isLive(conversation.state)) audio.hear();
  }

  setSound(sound: SoundSettings): Promise<void> {
    return this.parts.audio.set(sound);
  }

  /** Sends a rating, also after the end. Resolves to whether the service took it. */
  async feedback(rating: number, text?: string): Promise<boolean> {
    const { api, conversation, connection } = this.parts;
    const { grant, transport } = connection;
    if (!grant) return false;
    if (!conversation.over) transport?.rate?.(rating);
    const event = { type: "feedback" as const, rating, ...(text && { text }) };
    return api.report(grant.session_id, [event]).then(
      () => true,
      () => false,
    );
  }

  #pause(paused: boolean): void {
    const { conversation, connection, audio } = this.parts;
    if (audio.paused === paused || !isLive(conversation.state)) return;
    audio.pause(paused);
    if (paused) connection.transport?.interrupt();
    conversation.dispatch({ type: "paused", paused });
  }

  #resumeAudio(): void {
    if (!this.parts.conversation.over) this.parts.audio.device?.resume();
  }
}
