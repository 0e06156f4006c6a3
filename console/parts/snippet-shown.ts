import type { ChannelRegenerated } from "../answers.ts";
import type { OnceShown } from "./once.ts";
import { pinned } from "./pinned.ts";

export const domainsText = (domains: readonly string[]): string => domains.join(", ") || "every site";

const LOST_CHANNEL = "You find the snippet again under Install, whenever you need it.";
const LOST_KEY =
  "The key is shown only once: the server stores just a hash of it. If you lose it, nothing breaks: add another key to the channel, then retire this one.";

/** The one tag of a key that the page knows already. */
export const snippetOf = (key: string): string => `<script async src="${location.origin}/embed/${key}.js"></script>`;

const elementTags = (key: string): string =>
  `<script type="module" src="${location.origin}/voice-widget.js"></script>\n<voice-widget api-key="${key}"></voice-widget>`;

/** A snippet with a new key, and all that is to be said about it. */
export async function snippetShown(
  title: string,
  { key, snippet }: Pick<ChannelRegenerated, "key" | "snippet">,
  { text, lost, then }: { text?: string; lost?: string; then?: unknown } = {},
): Promise<OnceShown> {
  const fixed = await pinned(key);
  const again = snippet.includes("/embed/ch_");
  return {
    title,
    text: text ?? "Paste this into your page, right before </body>. The widget appears at once.",
    label: "snippet",
    value: snippet,
    file: "voice-widget-snippet.html",
    more: [
      {
        summary: "Two tags, to choose the place and set attributes",
        text: "The widget appears where you put the element, and you can set attributes.",
        label: "tags",
        value: elementTags(key),
      },
      {
        summary: "Only the key",
        text: "For your own client, or a site builder’s settings.",
        label: "key",
        value: key,
      },
      ...(fixed
        ? [
            {
              summary: "Pin this version",
              text: "Stays at today’s version, checked by its hash, until you paste another snippet. It gets no updates.",
              label: "pinned snippet",
              value: fixed,
            },
          ]
        : []),
    ],
    lost: lost ?? (again ? LOST_CHANNEL : LOST_KEY),
    again,
    then,
  };
}
