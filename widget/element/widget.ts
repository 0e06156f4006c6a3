import { type Chunks, homeOrigin, loadChunk } from "#chunks";
import { mayCountImpression, pageAddress, sendEvents } from "../analytics/send-events.ts";
import { asRecord } from "../config/overlay.ts";
import type { SessionErrorCode } from "../errors.ts";
import type { WidgetEvent } from "../panel/widget-events.ts";
import type { HostElement, WidgetHost } from "../panel/widget-host.ts";
import { hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import type { SessionCommand } from "../session/commands.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { ToolRegistry } from "../session/tool-registry.ts";
import { addStyles } from "./add-styles.ts";
import { createConfigLoader } from "./config-loader.ts";
import { type ElementOptions, type RawElementOptions, readElementOptions } from "./element-options.ts";
import { emitFrom } from "./emit.ts";
import { hostStyles } from "./host-styles.ts";
import { createLauncher, make } from "./launcher.ts";
import { preferredLocales } from "./launcher-label.ts";
import { LauncherTheme } from "./launcher-theme.ts";
import { launcherView } from "./launcher-view.ts";
import { triggerFor } from "./open-trigger.ts";
import { hintOwner, warnOwner } from "./owner-hint.ts";
import { createPanelLoader } from "./panel-loader.ts";
import { nonceOf } from "./snippet.ts";

/** Milliseconds that the element may be out of the document, as when the page moves it, before its call ends. */
const TEARDOWN_DELAY = 250;

const whenIdle = (work: () => unknown) => void (globalThis.requestIdleCallback ?? setTimeout)(work);

/** What stands behind `<voice-widget>`: it joins launcher, settings, look and the door to what loads on the click. */
export function createWidget(
  element: HostElement & RawElementOptions & { requestUpdate(): void },
  tools: ToolRegistry,
) {
  const shadow = element.attachShadow({ mode: "open" });
  const root = make("div", "root");
  const launcher = createLauncher();
  /** When the launcher was first shown, unix milliseconds; null once that has been counted. */
  const impression: { at: number | null } = { at: Date.now() };
  /** What the page asked of the conversation before the panel, and with it the queue of commands, was loaded. */
  let early: SessionCommand[] = [];
  let theme: LauncherTheme;
  let options: ElementOptions | undefined;
  let connection: AbortController;
  let isOpen = false;
  let ready = false;
  /** Where the focus goes back to. */
  let opener: HTMLElement | null = null;

  /** Read anew at each use, for the page may have changed an attribute in this very turn. */
  const readOptions = () => readElementOptions(element, homeOrigin(), hintOwner);
  const locales = () => preferredLocales(element, options?.locale);
  const isInline = () => options?.placement === "inline";
  const widgetConfig = () => asRecord(asRecord(config.answer).widget_config);
  const adopt = (css: string, to = shadow) => addStyles(to, css, nonceOf(element));

  const emit = (event: WidgetEvent, cancelable?: boolean) => emitFrom(element, event, cancelable);
  const emitError = (code: SessionErrorCode, what: string) =>
    emit({ type: "error", detail: { code, message: `The ${what} could not be loaded.` } });

  const host: WidgetHost = {
    element,
    early: () => early,
    tools,
    get config() {
      return config;
    },
    dock: launcher.root,
    page: pageAddress,
    hint: hintOwner,
    warn: warnOwner,
    isOpen: () => isOpen,
    locales,
    service: readOptions,
    theme: () => theme,
    addStyles: adopt,
    impression,
    sendEvents,
    reloadConfig: () => {
      loadConfig();
      element.requestUpdate();
    },
    emit,
    draw,
  };

  /** What the page does without, where it cannot be loaded. */
  function use<Name extends "greeting" | "debug">(name: Name, run: (chunk: Chunks[Name]) => unknown): void {
    loadChunk(name).then(run, () => {});
  }

  const config = createConfigLoader(element, (first) => {
    const { trouble } = config;
    applyTheme();
    element.requestUpdate();
    if (trouble) {
      if (first) emitError(trouble, "settings");
      // The words for it, on the launcher too, come with the panel.
      panel.load();
      return;
    }
    if (!ready) {
      ready = true;
      emit({ type: "ready", detail: null });
    }
    // Its code is loaded only where the owner wants it, so it costs other pages nothing.
    if (asRecord(widgetConfig().features).greetingBubble === true) use("greeting", ({ greet }) => greet(host));
  });

  const panel = createPanelLoader(host, () => {
    const { controller } = panel;
    if (controller) root.append(controller.panel);
    else {
      dropEarly();
      emitError("unreachable", "panel");
      close();
    }
    update();
    controller?.begin();
  });

  function loadConfig(): void {
    if (options) config.load(options);
    applyTheme();
  }

  function applyTheme(): void {
    theme.apply(options?.theme, config.answer);
    panel.controller?.theme.apply();
  }

  /** Nothing begins any more that was asked for. Facts about the visitor wait for their conversation. */
  function dropEarly(): void {
    early = early.filter(({ type }) => type === "send_context");
  }

  /** The launcher. */
  function draw(): void {
    const view = launcherView(config, panel, isOpen, locales());
    element.dataset.status = panel.controller?.session.state.status ?? "idle";
    root.lang = view.locale;
    element.toggleAttribute("data-wait", !isOpen && !isInline() && view.hidden);
    launcher.render(view);
  }

  function update(): void {
    const before = options;
    options = readOptions();
    const { apiKey, baseUrl, debug, placement, preload } = options;
    element.dataset.placement = placement;
    if (before?.apiKey !== apiKey || before.baseUrl !== baseUrl) loadConfig();
    else if (before.theme !== options.theme) applyTheme();
    if (before?.preload !== preload || before.placement !== placement) {
      if (isInline() || preload === "eager") panel.load();
      // A browser's storage takes long to open: it waits until the launcher is drawn.
      else whenIdle(() => (preload === "idle" || hasSavedConversation(apiKey)) && panel.load());
    }
    if (debug !== (before?.debug ?? false)) use("debug", ({ inspect }) => inspect(host, debug));
    if (panel.controller) panel.controller.draw();
    else draw();
  }

  function open(): void {
    if (isOpen || isInline() || !emit({ type: "open", detail: null }, true)) return;
    isOpen = true;
    panel.load();
    config.retry();
    element.requestUpdate();
  }

  function close(): void {
    if (!isOpen) return;
    const inside = shadow.activeElement;
    isOpen = false;
    update();
    emit({ type: "close", detail: null });
    const target = opener?.isConnected ? opener : launcher.button;
    opener = null;
    if (inside) panel.controller?.panel.updateComplete.then(() => target.focus());
  }

  function dispatch(command: SessionCommand): void {
    if (panel.controller) panel.controller.dispatch(command);
    else early.push(command);
  }

  /** A page view in which nobody opened the panel is counted at its end; else the panel counts it. */
  function pageHidden(): void {
    const { at } = impression;
    if (!at || !options || !config.fresh || !mayCountImpression(widgetConfig())) return;
    sendEvents(options, [{ name: "impression", at, page: pageAddress() }]);
    impression.at = null;
  }

  function pageClicked(event: Event): void {
    const trigger = triggerFor(element, event);
    if (!trigger) return;
    open();
    if (isOpen) opener = trigger;
    else if (isInline()) element.scrollIntoView({ block: "nearest" });
  }

  root.append(launcher.root);
  shadow.append(root);
  launcher.button.addEventListener("click", () => (isOpen ? close() : open()));
  for (const intent of ["pointerenter", "focus"])
    launcher.button.addEventListener(intent, () => options?.preload !== "none" && panel.load());

  return {
    /** Null until the panel has been loaded. */
    get session(): ElementSession | null {
      return panel.controller?.session ?? null;
    },
    open,
    close,
    /** Loads what a conversation needs, and asks for one. */
    begin(command: SessionCommand): void {
      dispatch(command);
      panel.load();
    },
    dispatch,
    /** The element has come into a document; `read` has it read what the page set before. */
    connect(read: () => void): void {
      connection = new AbortController();
      const until = { signal: connection.signal };
      theme ??= new LauncherTheme(adopt(hostStyles));
      if (!CSS.supports("color", "color-mix(in srgb, red, red)")) hintOwner("old_browser");
      read();
      document.addEventListener("click", pageClicked, until);
      addEventListener("pagehide", pageHidden, until);
      addEventListener("online", config.retry, until);
      theme.watch(applyTheme, until);
    },
    disconnect(): void {
      connection.abort();
      setTimeout(() => {
        if (element.isConnected) return;
        isOpen = false;
        dropEarly();
        panel.controller?.dispatch({ type: "end", reason: "visitor_left" });
      }, TEARDOWN_DELAY);
    },
    /** The page has changed something. */
    update,
  };
}
