import type { AgentCreate, OrganizationCreate } from "../../shared/admin.ts";
import { DEFAULT_CREDITS_PER_MINUTE } from "../../shared/limits.ts";

/** The content of the demo site: a fictional coffee roaster with two agents on the built-in vendor. */

export const DEMO_ORGANIZATION: OrganizationCreate = {
  name: "Demo",
  subscription: "active",
  voice_lines: 20,
  features: { external_provider: true, memory: true, tools: true },
  credits_per_minute: {
    provider_a: DEFAULT_CREDITS_PER_MINUTE,
    provider_b: DEFAULT_CREDITS_PER_MINUTE,
    provider_x: DEFAULT_CREDITS_PER_MINUTE,
  },
};

/** Credits: more than eleven days of talking at the default rate. */
export const DEMO_CREDIT = 1_000_000;

export const DEMO_PROJECT = "Harbour Coffee Roasters";

/** The look of the page that the widget stands on. */
export const DEMO_LOOK = {
  designTokens: { accent: "#0e6170" },
  branding: { subtitle: "Harbour Coffee Roasters" },
};

type DemoAgent = Omit<AgentCreate, "project_id">;

/** The page uses the first one. The demo vendor has its greeting as a clip: change both together. */
export const DEMO_AGENTS: readonly [DemoAgent, ...DemoAgent[]] = [
  {
    name: "Ava",
    description: "Welcomes visitors and helps them choose a coffee.",
    initial_message: "Hi, I'm Ava from Harbour Coffee. Say something, and I will play back what I heard.",
    provider: "provider_a",
    instructions:
      "You are Ava, the voice of Harbour Coffee Roasters, a small roastery on the quay. Be warm and brief. Help the visitor choose among the four blends: Breakwater (dark), Tideline (medium), First Light (light) and Slack Water (decaf). Call show_offer when the visitor asks for a price or an offer.",
    memory: false,
    knowledge: true,
    starters: [
      "What does postage cost?",
      "Which coffee suits a filter?",
      "When are you open?",
      "Do you have an offer?",
    ],
    tools: [
      {
        name: "show_offer",
        description: "Shows the visitor an offer on the page.",
        parameters: {
          type: "object",
          properties: {
            coffee: { type: "string", description: "Name of the blend" },
            discount_percent: { type: "integer", minimum: 0, maximum: 50 },
          },
        },
        kind: "client",
      },
    ],
  },
  {
    name: "Ben",
    description: "Answers questions about orders and delivery.",
    initial_message: "Hello, this is Ben. What would you like to know about your order?",
    provider: "provider_b",
    instructions:
      "You are Ben from Harbour Coffee Roasters. Answer questions about orders and delivery: roasted every Tuesday, posted on Wednesday, free of postage from two bags. Be brief.",
    memory: false,
    knowledge: true,
    starters: ["When will my parcel arrive?", "Can I send a bag back?"],
  },
];
