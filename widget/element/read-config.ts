import type { ConfigAnswer, PublicAgent, WidgetConfig } from "../../shared/config.ts";
import { DEFAULTS } from "./defaults.ts";

/**
 * Checks the server's config again on the page: whatever it sends, only values that cannot leave a declaration, a text
 * node or an http(s) link come through; the rest falls back to its default. Inside, nothing is checked again.
 */

/** What the widget keeps of the answer of `GET /widget/v1/config`. */
export type PageConfig = Pick<ConfigAnswer, "widget_config" | "agents" | "agent_id">;

/** Smallest and largest of the numeric tokens, as `shared/config.ts` has them. */
const RANGES: Record<string, readonly [number, number]> = {
  fontSize: [12, 24],
  radius: [0, 40],
  launcherRadius: [0, 40],
  width: [280, 720],
  height: [320, 960],
  offset: [0, 120],
  zIndex: [0, 2_147_483_647],
};
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const FONT = /^[\p{L}\p{N} ,'"_-]{1,200}$/u;
/** Longer than any copy that the server stores; keeps a hostile answer from freezing the page. */
const MAX_TEXT = 1_000;
const MAX_AGENTS = 200;

export function isToken(name: string, value: unknown): boolean {
  const range = RANGES[name];
  if (range) return typeof value === "number" && value >= range[0] && value <= range[1];
  if (typeof value !== "string") return false;
  // A quote left open would swallow the declarations after it.
  if (name === "fontFamily") return FONT.test(value) && /^(?:[^'"]|'[^'"]*'|"[^'"]*")*$/.test(value);
  return COLOR.test(value) || (value === "auto" && name !== "accent");
}

export function isBranding(name: string, value: unknown): boolean {
  if (!isText(value)) return false;
  return !name.endsWith("Url") || /^https?:\/\/[^\s]+$/i.test(value as string);
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "" && value.length <= MAX_TEXT;
const isSwitch = (_name: string, value: unknown) => typeof value === "boolean";

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

function overlay<T extends object>(
  defaults: T,
  stored: unknown,
  allowed: (name: string, value: unknown) => boolean,
): T {
  const values = asRecord(stored);
  const entries = Object.entries(defaults).map(([name, standard]) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return [name, allowed(name, value) ? value : standard];
  });
  return Object.fromEntries(entries) as T;
}

export function readWidgetConfig(stored: unknown): WidgetConfig {
  const groups = asRecord(stored);
  return {
    designTokens: overlay(DEFAULTS.designTokens, groups.designTokens, isToken),
    branding: overlay(DEFAULTS.branding, groups.branding, isBranding),
    copy: overlay(DEFAULTS.copy, groups.copy, (_name, value) => isText(value)),
    features: overlay(DEFAULTS.features, groups.features, isSwitch),
  };
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const text = (value: unknown) => (isText(value) ? (value as string) : null);

function readAgent(stored: unknown): PublicAgent[] {
  const agent = asRecord(stored);
  if (!isId(agent.id)) return [];
  return [
    {
      id: agent.id,
      name: text(agent.name) ?? `#${agent.id}`,
      description: text(agent.description),
      initial_message: text(agent.initial_message),
      provider: agent.provider as PublicAgent["provider"],
      extprovider_convai_agent_id: text(agent.extprovider_convai_agent_id),
    },
  ];
}

/** Reads an answer, or a cached one; never throws. */
export function readConfig(answer: unknown): PageConfig {
  const { widget_config, agents, agent_id } = asRecord(answer);
  return {
    widget_config: readWidgetConfig(widget_config),
    agents: Array.isArray(agents) ? agents.slice(0, MAX_AGENTS).flatMap(readAgent) : [],
    agent_id: isId(agent_id) ? agent_id : null,
  };
}
