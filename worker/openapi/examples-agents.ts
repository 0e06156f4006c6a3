/** Examples of the operations in operator-agents.ts. */

export const toolTest = {
  tool: {
    name: "find_order",
    description: "Finds an order by its number",
    kind: "webhook",
    url: "https://shop.example/hooks/order",
    parameters: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
  },
  arguments: { number: "1024" },
};
export const toolTested = {
  outcome: { success: true, call_id: "try_5f0c2a", result: { state: "on its way" } },
  milliseconds: 84,
  temporary_secret: false,
};

export const provider = {
  provider: "provider_a",
  vendor: "openai",
  name: "OpenAI",
  configured: true,
  detail: null,
  shows_setup: false,
  default_voice: "marin",
  voices: ["marin", "cedar"],
  default_model: "gpt-realtime-2.1",
  models: ["gpt-realtime-2.1", "gpt-realtime-2.1-mini"],
};

export const statisticsDay = {
  day: "2026-09-17",
  sessions: 42,
  connected: 39,
  failed: 3,
  seconds: 6_120,
  credits: 6_120,
  ratings: 12,
  rating_sum: 55,
  persons_asked: 4,
  persons_answered: 3,
  persons_missed: 1,
  person_wait_seconds: 22,
  person_seconds: 940,
};
