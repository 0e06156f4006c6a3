/** What only owners read: loaded for a hint that has to be given, and by the `debug` attribute. */
import { logEvents } from "./event-log.ts";
import { type Surroundings, selfCheck } from "./self-check.ts";

export { explain } from "./explain.ts";

/** The `debug` attribute: a self-check in the console, then every event as it happens. */
export async function inspect(host: HTMLElement, service: { apiKey: string; baseUrl: string }): Promise<void> {
  logEvents(host);
  const findings = await selfCheck(await surroundings(service));
  console.group(`[voice-widget] ${__VERSION__}, self-check`);
  for (const { ok, text } of findings) {
    if (ok === false) console.warn(`✗ ${text}`);
    else console.info(`${ok ? "✓" : "·"} ${text}`);
  }
  console.groupEnd();
}

async function surroundings(service: { apiKey: string; baseUrl: string }): Promise<Surroundings> {
  const page = document as Document & {
    permissionsPolicy?: { allowsFeature(name: string): boolean };
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  const permission = await navigator.permissions?.query({ name: "microphone" as PermissionName }).then(
    ({ state }) => state,
    () => null,
  );
  return {
    ...service,
    origin: location.origin,
    secure: isSecureContext,
    fetch: (input, init) => fetch(input, init),
    microphoneAllowed: (page.permissionsPolicy ?? page.featurePolicy)?.allowsFeature("microphone") ?? null,
    microphonePermission: permission ?? null,
    worklets: "AudioWorklet" in globalThis,
  };
}
