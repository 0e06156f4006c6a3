import { LAUNCHER_LABELS, LOCALES } from "../../shared/languages.ts";
import { matchLanguage } from "../../shared/match-language.ts";
import { lookOf } from "../../shared/theme/look.ts";
import { ScriptedSocket } from "./frame-socket.ts";
import { installMemoryStorage } from "./frame-storage.ts";
import type { PreviewState } from "./preview-message.ts";

const SESSION = {
  success: true,
  session_id: "ses_preview",
  session_secret: "preview",
  agent_id: 1,
  model: "provider_a",
  voice_llm_model: null,
  client_secret: { ephemeral_token: "preview", expires_at: null },
  ice_servers: null,
  connection: { protocol: "openai-realtime", transport: "websocket", url: "wss://preview.invalid/" },
  tools: [],
  remaining_seconds: 600,
};

/**
 * Answers the element's requests within this page: no key is used, nothing is counted or charged, and no vendor is called.
 * Nothing is stored either: the console's own storage stays as it is.
 */
export function standInForService(): { set(state: PreviewState): void; forget(): void } {
  const forget = installMemoryStorage();
  let state: PreviewState | null = null;
  const fromNetwork = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const path = /^\/console\/preview\/\d+(\/widget\/v1\/.*)$/.exec(url.pathname)?.[1];
    return path === undefined || state === null ? fromNetwork(input, init) : Response.json(answer(path, state));
  };
  globalThis.WebSocket = ScriptedSocket as unknown as typeof WebSocket;
  return {
    set: (next) => {
      state = next;
    },
    forget,
  };
}

function labelFor(language: string): string {
  const locale = matchLanguage(language || navigator.language, LOCALES) ?? "en";
  return LAUNCHER_LABELS[locale as keyof typeof LAUNCHER_LABELS];
}

function answer(path: string, { config, agent, language }: PreviewState): object {
  if (path.endsWith("/config"))
    return {
      project_id: 1,
      project_name: agent.name,
      widget_config: config,
      look: lookOf(config.designTokens),
      agents: [
        {
          id: 1,
          ...agent,
          description: null,
          provider: "provider_a",
          extprovider_convai_agent_id: null,
          connection: { protocol: "openai-realtime", transport: "websocket" },
          collect_contact: null,
        },
      ],
      agent_id: 1,
      // Readers of a language that is missing get `en`.
      launcher_labels: { en: config.copy.launcher || labelFor(language) },
      hours: { open: true, opens_at: null },
    };
  if (path.endsWith("/session"))
    return { ...SESSION, server_time: Date.now(), agent_name: agent.name, initial_message: agent.initial_message };
  return { success: true, accepted: 1, session: { status: "active", remaining_seconds: 600, end_reason: null } };
}
