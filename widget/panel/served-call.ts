import type { Features } from "../../shared/settings.ts";
import type { PanelMessages } from "../i18n/messages.ts";
import type { ElementSession } from "../session/element-session.ts";
import type { VoiceWidgetPanel } from "./panel.ts";
import type { Dispatch } from "./panel-command.ts";
import type { WidgetHost } from "./widget-host.ts";

/** The part of `PanelController` that the services use. */
interface Controller {
  session: ElementSession;
  panel: VoiceWidgetPanel;
  dispatch: Dispatch;
}

/** What the services use of the element and its conversation. */
export interface ServedCall {
  host: WidgetHost;
  controller: Controller;
  texts(): PanelMessages;
  features(): Features;
  end(): void;
}
