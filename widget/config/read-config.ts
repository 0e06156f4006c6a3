import type { ConfigAnswer, PublicAgent } from "../../shared/config.ts";
import type { HoursNow } from "../../shared/opening-hours.ts";
import type { Copy } from "../../shared/settings.ts";
import { DEFAULTS, WORDS } from "./defaults.ts";
import { asRecord, isText, overlay, ownerText } from "./overlay.ts";

/** What the panel uses of an agent. Its greeting comes with the session. */
export type PageAgent = Omit<PublicAgent, "initial_message" | "initial_messages" | "extprovider_convai_agent_id">;

/** What the panel keeps of the answer of `GET /widget/v1/config`; the launcher reads the tokens. */
export type PageConfig = Pick<ConfigAnswer, "agent_id" | "turnstile"> & {
  agents: PageAgent[];
  hours: HoursNow | null;
  copy: Copy;
} & typeof DEFAULTS;

/** Whether it is outside of the opening hours, and the owner chose to say so. */
export const isClosed = (hours: HoursNow | null): boolean => hours?.open === false && hours.closed !== null;

const MAX_AGENTS = 200;

export const isBranding = (name: string, value: unknown): boolean =>
  isText(value) && (!name.endsWith("Url") || /^https?:\/\/[^\s]+$/i.test(value));

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const text = (value: unknown) => (isText(value) ? value : null);

function readAgent(stored: unknown): PageAgent[] {
  const agent = asRecord(stored);
  if (!isId(agent.id)) return [];
  return [
    {
      id: agent.id,
      name: text(agent.name) ?? `#${agent.id}`,
      description: text(agent.description),
      provider: agent.provider as PublicAgent["provider"],
      connection: agent.connection as PublicAgent["connection"],
      // What is no language tag would only be ignored.
      ...(isText(agent.language) && agent.language !== "auto" && { language: agent.language }),
      speeds: !!agent.speeds,
      // Checked by the view that shows them.
      starters: agent.starters as NonNullable<PublicAgent["starters"]>,
      person: agent.person as PublicAgent["person"],
      // Checked by the form.
      collect_contact: (agent.collect_contact ?? null) as PublicAgent["collect_contact"],
    },
  ];
}

/** Reads an answer, which may be missing, for a visitor with these languages; never throws. */
export function readConfig(answer: unknown, tags: readonly string[]): PageConfig {
  const { widget_config, agents, agent_id, hours, turnstile } = asRecord(answer);
  const { branding, copy, features } = asRecord(widget_config);
  return {
    branding: overlay(DEFAULTS.branding, branding, isBranding),
    copy: Object.fromEntries(WORDS.map((name) => [name, ownerText(copy, tags, name)])) as Copy,
    features: overlay(DEFAULTS.features, features, (_name, value) => typeof value === "boolean"),
    agents: Array.isArray(agents) ? agents.slice(0, MAX_AGENTS).flatMap(readAgent) : [],
    agent_id: isId(agent_id) ? agent_id : null,
    hours: (hours ?? null) as HoursNow | null,
    turnstile: (turnstile ?? null) as ConfigAnswer["turnstile"],
  };
}
