// Long: joins the parts of the element, which share its state, and does none of their work.
import { homeOrigin, loadChunk } from "#chunks";
import type { Impression } from "../analytics/page-view.ts";
import { pageAddress, sendEvents } from "../analytics/send-events.ts";
import { asRecord } from "../config/overlay.ts";
import type { PanelController } from "../panel/panel-controller.ts";
import type { WidgetEvent } from "../panel/widget-events.ts";
import type { HostElement, WidgetHost } from "../panel/widget-host.ts";
import type { SessionCommand } from "../session/commands.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { ToolRegistry } from "../session/tool-registry.ts";
import { createConfigLoader } from "./config-loader.ts";
import { type ElementOptions, type RawElementOptions, readElementOptions } from "./element-options.ts";
import { hostStyles } from "./host-styles.ts";
import { createLauncher, make } from "./launcher.ts";
import { launcherLook } from "./launcher-look.ts";
import { nearest } from "./nearest.ts";
import { triggerFor } from "./open-trigger.ts";
import { hintOwner } from "./owner-hint.ts";
import { preloadPanel } from "./preload.ts";
import { watchSurroundings } from "./surroundings.ts";

/** How long the element may be out of the document, as when the page moves it, before its call ends; milliseconds. */
const TEARDOWN_DELAY = 250;

/** For a chunk that the page can do without if it cannot be loaded. */
const ignore = () => {};

/** What stays inside, as in a frame, heard from the start: whoever is first at the window is first everywhere. The panel adds the rest. */
const KEPT_INSIDE =
  "paste wheel input beforeinput keyup focusout keypress focus touchend focusin contextmenu mousedown copy keydown cut blur click";

/** The parts behind `<voice-widget>`: joins launcher, settings and look, and loads the panel on the click. */
export function createWidget(
  element: HostElement & RawElementOptions & { requestUpdate(): void },
  tools: ToolRegistry,
) {
  const shadow = element.attachShadow({ mode: "open" });
  const root = make("div", "root");
  const launcher = createLauncher();
  const impression: Impression = { at: Date.now() };
  /** The page's commands from before the panel, and with it the queue, was loaded. */
  const pendingCommands: SessionCommand[] = [];
  /** Pages put functions of their own in its place, whose answers may have nothing of it. */
  const system: Partial<Pick<MediaQueryList, "matches" | "onchange">> =
    globalThis.matchMedia?.("(prefers-color-scheme:dark)") ?? {};
  let look: CSSStyleSheet | undefined;
  /** The answer that look and label were made from. */
  let shown: unknown;
  let dark: boolean;
  /** Read by the first update, which follows the connection at once. */
  let options: ElementOptions;
  let attached: AbortController;
  /** None until the panel is loaded. */
  let controller: PanelController | undefined;
  let busy = false;
  let failed: boolean | undefined;
  let isOpen = false;
  let ready: boolean | undefined;

  /** Read anew at each use: the page may have just changed an attribute. */
  const readOptions = () =>
    readElementOptions(element, homeOrigin, hintOwner, nearest("[dir]", element)?.dir === "rtl");
  /** The languages that the page asks for, then the browser's. */
  const locales = () => [options?.locale, nearest("[lang]", element)?.lang, ...(navigator.languages || "")];
  const isInline = () => options?.placement === "inline";
  const features = () => asRecord(asRecord(asRecord(config.answer).widget_config).features);
  /** Adds a style sheet after those that are there. It is constructed: a page's content security policy blocks `<style>`, and not this. */
  const adopt = (css: string, to = shadow) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    // Before Chromium 99 the list is frozen.
    to.adoptedStyleSheets = [...to.adoptedStyleSheets, sheet];
    return sheet;
  };
  const isDark = () =>
    options?.theme === "dark" || ((system.matches || "dark" in element.dataset) && options?.theme === "auto");

  /** Emits an event on the element; false where the page canceled it. */
  const emit = ({ type, detail }: WidgetEvent, cancelable?: boolean) =>
    element.dispatchEvent(
      new CustomEvent(`voice-widget:${type}`, { detail, cancelable, bubbles: true, composed: true } as CustomEventInit),
    );

  const config = createConfigLoader(element, () => {
    const { answer, error } = config;
    if (error || answer !== shown) {
      applyTheme();
      element.requestUpdate();
    }
    if (error) {
      // What there is to say about the failure, also the launcher's texts, comes with the panel.
      loadPanel();
      return;
    }
    // Sent once. No page can cancel it, so that emit() answers true.
    if (!ready) ready = emit({ type: "ready" });
    // Loaded only where the owner wants it, and while it is closed, so that it costs other pages nothing.
    if (features().greetingBubble || asRecord(asRecord(config.answer).hours).opens_at)
      loadChunk("greeting").then((chunk) => chunk.greet(host), ignore);
  });

  const host: WidgetHost = {
    element,
    pending: pendingCommands,
    tools,
    config,
    dock: launcher.root,
    page: pageAddress,
    hint: hintOwner,
    isOpen: () => isOpen,
    locales,
    service: readOptions,
    isDark,
    addStyles: adopt,
    impression,
    sendEvents,
    reloadConfig: () => {
      config.reload();
      element.requestUpdate();
    },
    emit,
    draw,
  };

  /** Loads the panel with its controller, once; after a failure the next intent tries again. Never rejects. */
  async function loadPanel(): Promise<void> {
    if (controller || busy) return;
    busy = true;
    try {
      controller = await (await loadChunk("panel")).createPanel(host);
      failed = false;
      root.append(controller.panel);
    } catch (error) {
      const { message } = error as Error;
      failed = true;
      hintOwner("no_panel", message);
      dropPendingStarts();
      emit({ type: "error", detail: { code: "unreachable", message } });
      closePanel();
    }
    busy = false;
    update();
    controller?.begin(attached.signal);
  }

  function applyTheme(): void {
    shown = config.answer;
    dark = isDark();
    look?.replaceSync(launcherLook(dark, shown));
    controller?.theme.apply();
  }

  /** Drops commands that would begin something. Facts about the visitor stay, for the next conversation. */
  function dropPendingStarts(): void {
    // In place: the panel's queue may already hold this array, and run it later.
    pendingCommands.splice(0, 1 / 0, ...pendingCommands.filter(({ type }) => type === "send_context"));
  }

  /** Draws the launcher. */
  function draw(): void {
    const [locale, status, hidden] = launcher.draw(host, controller, busy, failed);
    element.dataset.status = status;
    root.lang = locale;
    element.toggleAttribute("data-wait", hidden && !isOpen && !isInline());
  }

  function update(): void {
    const before = options;
    options = readOptions();
    const { apiKey, baseUrl, debug, placement, preload } = options;
    element.dataset.placement = placement;
    // A modal of the page puts one of them on all that stands beside it, also where it is seen above that modal.
    element.inert = false;
    element.ariaHidden = null;
    // In the top layer nothing of the page moves, clips or covers it, except for `zoom`.
    root.popover = isInline() ? null : "manual";
    if (root.isConnected && root.popover) {
      root.togglePopover?.(true);
      // In a frame, where the page's styles are computed anyhow.
      requestAnimationFrame(() => {
        // Where there is none, it is NaN, which changes nothing.
        (root.style as { zoom: unknown }).zoom = 1 / element.currentCSSZoom;
      });
    }
    const isNew = before?.apiKey !== apiKey || before.baseUrl !== baseUrl;
    if (isNew) config.load(options);
    if (isNew || dark !== isDark()) applyTheme();
    if (before?.preload !== preload || before.placement !== placement) preloadPanel(options, loadPanel);
    if (debug !== !!before?.debug) loadChunk("debug").then((chunk) => chunk.inspect(host, debug), ignore);
    if (controller) controller.draw();
    else draw();
  }

  function openPanel(): void {
    if (isOpen || isInline() || !emit({ type: "open" }, true)) return;
    isOpen = true;
    loadPanel();
    config.retry();
    element.requestUpdate();
  }

  function closePanel(): void {
    if (!isOpen) return;
    isOpen = false;
    update();
    emit({ type: "close" });
  }

  function dispatch(command: SessionCommand): void {
    if (controller) controller.dispatch(command);
    else pendingCommands.push(command);
  }

  /** Counts a page view without an opened panel, at its end, if that needs no consent; else the panel counts it. */
  function pageHidden(): void {
    const { analytics, consent } = features();
    if (!config.fresh || !impression.at || analytics !== true || consent !== false) return;
    // By hand, for the writer of JSON comes with the panel. An address has neither quotes nor backslashes.
    sendEvents(options, `[{"name":"impression","at":${impression.at},"page":"${pageAddress()}"}]`);
    impression.at = null;
  }

  function clicked(event: Event): void {
    const trigger = triggerFor(element, event);
    // The second click of a double click takes nothing back.
    const own = event.composedPath().includes(launcher.button) && (event as MouseEvent).detail < 2;
    if (own && isOpen) closePanel();
    else if (own || trigger) openPanel();
    if (!trigger) return;
    if (isOpen) host.opener = trigger;
    else controller?.reveal();
  }

  const [watch, surroundings] = watchSurroundings(element, () => controller?.hasConversation);

  /** Whatever comes near the launcher: the panel will be needed. */
  function intend(): void {
    if (options.preload !== "none") loadPanel();
  }

  /** At the window, before the page's own handlers. The panel knows how to go on; the launcher needs none but the click. */
  function keepInside(event: Event): void {
    if (event.type === "click") clicked(event);
    if (controller) controller.keepInside(event);
    else if (event.composedPath().includes(launcher.button) && !/^[cm]/.test(event.type)) {
      intend();
      event.stopImmediatePropagation();
      // The page makes a click of its own of the touch then, which reaches the element alone.
      if (/^t/.test(event.type) && event.defaultPrevented) openPanel();
    }
  }

  root.append(launcher.root);
  shadow.append(root);
  launcher.button.onpointerenter = intend;

  return {
    /** None until the panel is loaded. */
    get session(): ElementSession | undefined {
      return controller?.session;
    },
    open: openPanel,
    close: closePanel,
    /** Dispatches a command that begins a conversation, and loads the panel. */
    begin(command: SessionCommand): void {
      dispatch(command);
      loadPanel();
    },
    dispatch,
    /** The element was added to a document. */
    connect(): void {
      attached = new AbortController();
      watch();
      const until = { signal: attached.signal, capture: true };
      const on = (types: string, hear: (event: Event) => void) => {
        for (const type of types.split(" ")) {
          addEventListener(type, hear, until);
          // Nobody outside of a closed root is told where in it something happens, the window neither.
          for (let at = element.getRootNode() as ShadowRoot; at.host; at = at.host.getRootNode() as ShadowRoot)
            if (at.mode === "closed") at.addEventListener(type, hear, until);
        }
      };
      if (!look) {
        adopt(hostStyles);
        look = adopt("");
      }
      on(KEPT_INSIDE, keepInside);
      // A dialog, popover or fullscreen element of the page that it stands in comes into the top layer above it.
      on("toggle fullscreenchange", (event) => {
        // A page may send an event of that name of its own, to the window too.
        if (!(event.target as Partial<Node>).contains?.(element)) return;
        root.popover = null;
        update();
      });
      on("pagehide", pageHidden);
      // Captured: many pages scroll in a part of theirs.
      on("scroll", () => {
        launcher.root.className = "dock scrolled";
      });
      // A page that the browser kept for "back" takes what the other page has left, or is still saving.
      on("pageshow storage", () => preloadPanel(options, loadPanel));
      system.onchange = applyTheme;
      controller?.begin(attached.signal);
    },
    disconnect(): void {
      // document.open() has removed all listeners: put back, the element would be dead, and the new page may have another.
      if (!launcher.button.onpointerenter) surroundings.disconnect();
      attached.abort();
      system.onchange = null;
      setTimeout(() => {
        if (element.isConnected) return;
        surroundings.disconnect();
        isOpen = false;
        dropPendingStarts();
        controller?.dispatch({ type: "end", reason: "visitor_left" });
      }, TEARDOWN_DELAY);
    },
    /** The page has changed something. */
    update,
  };
}
