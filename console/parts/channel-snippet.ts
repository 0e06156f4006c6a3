import { html } from "lit";
import type { Channel } from "../answers.ts";

const INSERTED = (src: string) =>
  `var s = document.createElement("script"); s.async = true; s.src = ${JSON.stringify(src)}; document.body.append(s);`;

/** The same script, as each way of building a site takes it. */
const ways = (snippet: string): { name: string; text: string; value: string }[] => {
  const src = /src="([^"]+)"/.exec(snippet)?.[1] ?? "";
  return [
    { name: "Plain", text: "Paste it into your page, right before </body>.", value: snippet },
    {
      name: "WordPress",
      text: "At the end of your theme’s functions.php, or in a plugin for snippets.",
      value: `add_action( 'wp_footer', function () {\n\techo '${snippet}';\n} );`,
    },
    { name: "Shopify", text: "In layout/theme.liquid, right before </body>.", value: snippet },
    {
      name: "React",
      text: "Once, in the component around all pages.",
      value: `useEffect(() => {\n  ${INSERTED(src).replaceAll("var ", "const ")}\n}, []);`,
    },
    {
      name: "Tag Manager",
      text: "A tag of the kind “Custom HTML”, fired on all pages.",
      value: `<script>${INSERTED(src)}</script>`,
    },
  ];
};

/** A channel's snippet, always there: it names the channel, and stays whatever becomes of keys and domains. */
export const channelSnippet = (channel: Channel) => html`<div class="ways">
  ${ways(channel.snippet).map(
    ({ name, text, value }, index) => html`<details name="snippet-${channel.id}" ?open=${index === 0}>
      <summary>${name}</summary>
      <p class="hint">${text}</p>
      <vc-copy label=${index === 0 ? "snippet" : `${name} snippet`} .value=${value}></vc-copy>
    </details>`,
  )}
</div>`;
