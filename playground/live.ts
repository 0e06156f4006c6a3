import type { ConfigAnswer } from "../shared/config.ts";
import { lookOf } from "../shared/theme/look.ts";
import { type Choices, stored } from "./state.ts";

/**
 * Lets the live widget read its settings from this page. The service's own answer is kept. Every change gives the widget
 * another address, at which this page answers with that answer and the choices applied to it. So the widget loads the
 * settings again, and keeps its panel and its conversation.
 */
const PLACE = "/playground/live/";

const fetchFromNetwork = globalThis.fetch.bind(globalThis);
/** The service's answer to this key, read completely: a response would be aborted by the time limit of its request. */
let known: { key: string; answer: string } | null = null;
let choices: Choices["settings"] | null = null;
let turn = 0;

async function config(address: string, init: RequestInit | undefined): Promise<Response> {
  const key = new Headers(init?.headers).get("X-API-Key") ?? "";
  if (known?.key !== key) {
    const response = await fetchFromNetwork(address, init);
    if (!response.ok) return response;
    known = { key, answer: await response.text() };
  }
  const answer = JSON.parse(known.answer) as ConfigAnswer;
  const groups: Record<string, object> = answer.widget_config;
  for (const [group, changed] of Object.entries(choices ? stored(choices) : {}))
    groups[group] = { ...groups[group], ...changed };
  answer.look = lookOf(answer.widget_config.designTokens);
  return Response.json(answer);
}

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  if (!url.pathname.startsWith(PLACE)) return fetchFromNetwork(input, init);
  const path = url.pathname.slice(url.pathname.indexOf("/", PLACE.length));
  const address = `${location.origin}${path}${url.search}`;
  return path === "/widget/v1/config" ? config(address, init) : fetchFromNetwork(address, init);
};

/** The service's address for the widget under these choices: a new one each time, so that it loads the settings again. */
export function serviceWith(settings: Choices["settings"]): string {
  choices = settings;
  return `${location.origin}${PLACE}${++turn}`;
}

/** The key of the service's demo page, where it shows one. */
export async function demoKey(): Promise<string> {
  try {
    const page = await (await fetchFromNetwork("/")).text();
    return /api-key="(svc_pk_[A-Za-z0-9]+)"/.exec(page)?.[1] ?? "";
  } catch {
    return "";
  }
}
