import type { ChannelRegenerated } from "../answers.ts";
import type { OnceShown } from "./once.ts";
import { pinned } from "./pinned.ts";

export const domainsText = (domains: readonly string[]): string => domains.join(", ") || "every site";

const LOST_CHANNEL =
  "The key is shown this once: the server keeps only a hash of it. If you lose it, nothing breaks: add a second key to the channel, paste its snippet, then retire this one.";

/** A snippet with a new key, and all that is to be said about it. */
export async function snippetShown(
  title: string,
  { key, snippet }: Pick<ChannelRegenerated, "key" | "snippet">,
  { text, lost = LOST_CHANNEL, then }: { text?: string; lost?: string; then?: unknown } = {},
): Promise<OnceShown> {
  const fixed = await pinned(snippet);
  return {
    title,
    text: text ?? "Paste this into your page, right before </body>. The widget appears at once.",
    label: "snippet",
    value: snippet,
    file: "voice-widget-snippet.html",
    more: [
      {
        summary: "The key alone",
        text: "For your own client, or a site builder’s settings.",
        label: "key",
        value: key,
      },
      ...(fixed
        ? [
            {
              summary: "Pin this version",
              text: "Stays as it is today, held by its hash, until you paste another. It takes no part in updates.",
              label: "pinned snippet",
              value: fixed,
            },
          ]
        : []),
    ],
    lost,
    then,
  };
}
