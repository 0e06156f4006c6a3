import { SETTINGS } from "../../shared/settings.ts";
import { kebab } from "../config/attribute.ts";
import { propertyName } from "../config/tokens.ts";

/** Computed as the widget is built: see scripts/build/computed.ts. */

const tokens = Object.entries(SETTINGS.designTokens);
/** What is painted with another name than its token's: see shared/theme/derive.ts. */
const PAINTED: Record<string, string> = { background: "bg", mutedText: "muted" };

/**
 * The design tokens in force, for the page's own slots and parts: inside the shadow root, since on the element itself they
 * would be read back as the page's. The widget's own styles never read them. The font size comes by its computed value, see
 * panel-theme.ts.
 */
export const publishedStyles = `.root{${tokens
  .filter(([token]) => token !== "fontSize")
  .map(([token]) => `${propertyName(token)}:var(--_${PAINTED[token] ?? kebab(token)})`)
  .join(";")}}`;
