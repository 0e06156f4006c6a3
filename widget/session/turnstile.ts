import { SessionError } from "../errors.ts";

/** The site as the config names it. */
export interface TurnstileSite {
  readonly site_key: string;
  /** Address of Turnstile's script. */
  readonly script: string;
}

/**
 * The part of Turnstile's script that is used here, with its own names.
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/widget-configurations/
 */
interface Turnstile {
  render(container: HTMLElement, options: Record<string, unknown>): string | null | undefined;
  remove(widget: string): void;
}

/** Time limits, milliseconds: for script and challenge while nothing is shown, and while the visitor answers. */
const UNSEEN_MS = 30_000;
const SEEN_MS = 120_000;

const failed = (why: string) =>
  new SessionError("vendor_failed", `The challenge before the conversation was not passed: ${why}`);

const ofPage = () => (window as { turnstile?: Turnstile }).turnstile;
let loading: Promise<Turnstile> | null = null;

/** Takes the page's own if there is one. A script that failed to load is loaded again the next time. */
function load(address: string): Promise<Turnstile> {
  const known = ofPage();
  if (known) return Promise.resolve(known);
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    const fail = (why: string) => {
      loading = null;
      script.remove();
      reject(failed(why));
    };
    script.onload = () => {
      const loaded = ofPage();
      if (loaded) resolve(loaded);
      else fail("its script brought nothing");
    };
    script.onerror = () => fail("its script did not load; does the page's Content-Security-Policy allow it?");
    document.querySelector("head")?.append(script);
  });
  return loading;
}

/** In the page's own document, where Turnstile works. It is invisible until it is shown, above the panel's dialog. */
function newFrame(): HTMLDialogElement {
  const frame = document.createElement("dialog");
  frame.setAttribute("aria-label", "Cloudflare Turnstile");
  // Closed dialogs are not laid out, and the challenge has to run in one. Set one by one: the page may forbid style attributes.
  const style = { display: "block", position: "fixed", inset: "0", margin: "auto", width: "fit-content" };
  Object.assign(frame.style, style, { height: "fit-content", padding: "0", border: "0", background: "none" });
  return frame;
}

/**
 * Has the visitor's browser pass Cloudflare Turnstile. Most visitors see nothing of it.
 * @param signal aborts it
 * @returns the token, good for one start within five minutes
 * @throws a `SessionError`
 */
export function passTurnstile({ site_key, script }: TurnstileSite, signal: AbortSignal): Promise<string> {
  const frame = newFrame();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let remove = () => {};
  const passing = new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(failed(why));
    const waitAtMost = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => fail("it took too long"), ms);
    };
    waitAtMost(UNSEEN_MS);
    if (signal.aborted) fail("the conversation is over");
    signal.addEventListener("abort", () => fail("the conversation is over"), { once: true });
    frame.addEventListener("cancel", () => fail("the visitor closed it"));
    load(script)
      .then((turnstile) => {
        if (over) return;
        document.querySelector("body")?.append(frame);
        const widget = turnstile.render(frame, {
          sitekey: site_key,
          action: "session",
          appearance: "interaction-only",
          "response-field": false,
          callback: resolve,
          // `true`: the error is handled, and Turnstile throws nothing into the page.
          "error-callback": (code: unknown) => {
            fail(`error ${code}`);
            return true;
          },
          "timeout-callback": () => fail("the visitor did not answer it"),
          "unsupported-callback": () => fail("the browser is not supported"),
          "before-interactive-callback": () => {
            waitAtMost(SEEN_MS);
            frame.showModal();
          },
          "after-interactive-callback": () => frame.close(),
        });
        if (widget) remove = () => turnstile.remove(widget);
        else fail("it could not be drawn");
      })
      .catch(reject);
  });
  return passing.finally(() => {
    over = true;
    clearTimeout(timer);
    remove();
    // Closed before it is removed, so that the focus goes back to where it was.
    if (frame.open) frame.close();
    frame.remove();
  });
}
