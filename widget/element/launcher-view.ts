import { asRecord } from "../config/overlay.ts";
import type { ConfigLoader } from "./config-loader.ts";
import type { LauncherView } from "./launcher.ts";
import { launcherLabel } from "./launcher-label.ts";
import type { PanelLoader } from "./panel-loader.ts";

/** When nothing can be loaded: a word that no language module is needed for. */
const FAILED = "⚠ ↻";

/** What the launcher shows, in which language, and whether it is to be seen while the panel is not. */
export function launcherView(
  { answer, trouble }: ConfigLoader,
  { controller, failed: panelFailed, busy }: PanelLoader,
  isOpen: boolean,
  locales: readonly (string | undefined)[],
): LauncherView & { locale: string; hidden: boolean } {
  const { label, locale } = launcherLabel(answer, locales);
  const status = controller?.session.state.status ?? "idle";
  const failed = panelFailed || trouble;
  const { open, closed } = asRecord(asRecord(answer).hours);
  return {
    label,
    locale,
    hidden: (!open && closed === "hide" && status === "idle") || !(label || answer || trouble),
    notice: controller?.notice ?? (failed ? FAILED : null),
    expanded: isOpen,
    busy: busy && isOpen,
    status: failed ? "failed" : status,
  };
}
