import { App } from "./app.ts";
import { CannedAnswers } from "./inbox/canned-answers.ts";
import { ClosedAlerts } from "./inbox/closed-alerts.ts";
import { Composer } from "./inbox/composer.ts";
import { EarlierConversations } from "./inbox/earlier-conversations.ts";
import { KeepAnswer } from "./inbox/keep-answer.ts";
import { Transcript } from "./inbox/transcript.ts";
import { installApp } from "./installed-app.ts";
import { PasteDialog } from "./look/paste-dialog.ts";
import { Preview } from "./look/preview.ts";
import { Palette } from "./navigation/palette.ts";
import { Rail } from "./navigation/rail.ts";
import { AnalysisEditor } from "./parts/analysis-editor.ts";
import { Choice } from "./parts/choice.ts";
import { Confirm } from "./parts/confirm.ts";
import { Copy } from "./parts/copy.ts";
import { DeleteWhole } from "./parts/delete-whole.ts";
import { Domains } from "./parts/domains.ts";
import { HoursEditor } from "./parts/hours-editor.ts";
import { Once } from "./parts/once.ts";
import { TestCall } from "./parts/test-call.ts";
import { ToolsEditor } from "./parts/tools-editor.ts";
import { TryTool } from "./parts/try-tool.ts";
import { keepTranslatedTextsCurrent } from "./translated.ts";

/** Every file of `screens/` exports one element, which has its name: `status.ts` is `vc-status`. */
const SCREENS = import.meta.glob<Record<string, CustomElementConstructor>>("./screens/*.ts", { eager: true });

/** Names of the other elements; `vc-app`, which is in the page already, comes last. */
const ELEMENTS: Record<string, CustomElementConstructor> = {
  "vc-analysis": AnalysisEditor,
  "vc-canned-answers": CannedAnswers,
  "vc-earlier-conversations": EarlierConversations,
  "vc-choice": Choice,
  "vc-closed-alerts": ClosedAlerts,
  "vc-composer": Composer,
  "vc-confirm": Confirm,
  "vc-copy": Copy,
  "vc-delete-whole": DeleteWhole,
  "vc-domains": Domains,
  "vc-hours": HoursEditor,
  "vc-inbox-transcript": Transcript,
  "vc-keep-answer": KeepAnswer,
  "vc-once": Once,
  "vc-palette": Palette,
  "vc-paste": PasteDialog,
  "vc-preview": Preview,
  "vc-rail": Rail,
  "vc-test-call": TestCall,
  "vc-tools": ToolsEditor,
  "vc-try-tool": TryTool,
  "vc-app": App,
};

installApp();
keepTranslatedTextsCurrent();
for (const [path, exported] of Object.entries(SCREENS))
  for (const element of Object.values(exported))
    customElements.define(path.replace(/^.*\/(.+)\.ts$/, "vc-$1"), element);
for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
