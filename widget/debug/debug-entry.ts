/** What only owners read: loaded for a hint, and by the `debug` attribute. */
import type { WidgetHost } from "../panel/widget-host.ts";
import type { ElementSession } from "../session/element-session.ts";
import { watchSound } from "./call-sound.ts";
import { type ConnectionFacts, connectionFacts, unknownFacts } from "./connection-facts.ts";
import { stoppedBy } from "./content-policy.ts";
import { DebugBoard } from "./debug-board.ts";
import { Latency, logEvents } from "./event-log.ts";
import type { Finding } from "./finding.ts";
import { type Surroundings, selfCheck } from "./self-check.ts";

export { explain } from "./page-causes.ts";

/** How often the connection is measured, milliseconds. */
const LOOK_MS = 1_000;

/** By element: removes its view again. */
const boards = new WeakMap<HTMLElement, () => void>();

/** Shows, for the `debug` attribute, a self-check, the connection, the sound and every event, on the page and in the console. */
export function inspect(widgetHost: WidgetHost, on: boolean): void {
  const { element: host } = widgetHost;
  boards.get(host)?.();
  boards.delete(host);
  if (!on) return;
  const latency = new Latency();
  const check = async () => {
    board.checking();
    const findings = await selfCheck(await surroundings(widgetHost));
    board.found(findings);
    write(findings);
  };
  const closeBoard = () => {
    clearInterval(timer);
    stopSound();
    silence();
    board.remove();
  };
  const { dock, addStyles } = widgetHost;
  const board = new DebugBoard({ dock, addStyles, checkAgain: () => void check(), close: closeBoard });
  const silence = logEvents(host, latency, (line) => board.log(line));
  const look = async () => board.measured(latency, await factsOf(host));
  const stopSound = watchSound(() => panelOf(host)?.session, board);
  const timer = setInterval(() => document.visibilityState === "hidden" || void look(), LOOK_MS);
  boards.set(host, closeBoard);
  void look();
  void check();
}

type Panel = HTMLElement & { session?: ElementSession };

/** The panel has the conversation's connection; null before it is loaded. */
const panelOf = (host: HTMLElement) => host.shadowRoot?.querySelector("voice-widget-panel") as Panel | null;

async function factsOf(host: HTMLElement): Promise<ConnectionFacts> {
  const panel = panelOf(host);
  const facts = await connectionFacts(panel?.session?.connection ?? null);
  return [...facts, ...unknownFacts(panel?.session?.unknownMessages ?? [])];
}

function write(findings: Finding[]): void {
  console.group(`[voice-widget] ${__VERSION__}, self-check`);
  for (const { ok, text } of findings) {
    if (ok === false) console.warn(`✗ ${text}`);
    else console.info(`${ok ? "✓" : "·"} ${text}`);
  }
  console.groupEnd();
}

async function surroundings({ element: host, service }: WidgetHost): Promise<Surroundings> {
  const page = document as Document & {
    permissionsPolicy?: { allowsFeature(name: string): boolean };
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  const permission = await navigator.permissions?.query({ name: "microphone" as PermissionName }).then(
    ({ state }) => state,
    () => null,
  );
  return {
    ...service(),
    agentId: host.getAttribute("agent-id"),
    origin: location.origin,
    secure: isSecureContext,
    fetch: (input, init) => fetch(input, init),
    stoppedBy,
    framed: self !== top,
    microphoneAllowed: (page.permissionsPolicy ?? page.featurePolicy)?.allowsFeature("microphone") ?? null,
    microphonePermission: permission ?? null,
    worklets: "AudioWorklet" in globalThis,
  };
}
