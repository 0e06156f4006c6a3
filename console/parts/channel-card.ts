import { html, nothing, type TemplateResult } from "lit";
import type { Agent, ApiKey, Channel } from "../answers.ts";
import { to } from "../router.ts";
import { channelSnippet } from "./channel-snippet.ts";
import { keyRows } from "./key-rows.ts";
import { badge } from "./page.ts";
import { domainsText } from "./snippet-shown.ts";

export interface ChannelActions {
  edit: () => void;
  changeDomains: () => void;
  pause: (event: Event) => void;
  remove: () => void;
  addKey: () => void;
  replaceKeys: () => void;
  retire: (key: ApiKey) => void;
}

/** One website: who answers there, its keys with their last use, and what can be done with it. */
export const channelCard = (
  channel: Channel,
  agent: Agent | undefined,
  keys: readonly ApiKey[],
  act: ChannelActions,
): TemplateResult => html`<section class="card channel" aria-label=${channel.name}>
  <header>
    <h3>${channel.name} ${channel.active ? nothing : badge("warn", "paused")}</h3>
    <div class="actions">
      <button type="button" class="small" aria-label="Edit ${channel.name}" @click=${act.edit}>Edit</button>
      <button type="button" class="small" aria-label="${channel.active ? "Pause" : "Resume"} ${channel.name}" @click=${act.pause}>
        ${channel.active ? "Pause" : "Resume"}
      </button>
      <button type="button" class="small bad" aria-label="Delete ${channel.name}" @click=${act.remove}>Delete</button>
    </div>
    <p>
      <a href=${to.project(channel.project_id, "agents", channel.agent_id)}>${agent?.name ?? `Agent ${channel.agent_id}`}</a>
      answers here.
      ${
        channel.active
          ? agent?.active === false
            ? html`<strong>The agent is inactive, so visitors cannot talk to it.</strong>`
            : nothing
          : html`<strong>Its keys are refused until you resume it.</strong>`
      }
    </p>
    <p>
      Its snippet works on <b>${domainsText(channel.allowed_domains)}</b>.
      <button type="button" class="small" aria-label="Change domains of ${channel.name}" @click=${act.changeDomains}>
        Change domains
      </button>
    </p>
  </header>
  ${channelSnippet(channel)}
  ${
    keys.length > 0
      ? keyRows(`Keys of ${channel.name}`, keys, { verb: "Retire", end: act.retire })
      : html`<div class="note warn"><p>No key works any more: the widget on this site is off. Replace the keys: the snippet on your pages then works again.</p></div>`
  }
  <div class="buttons">
    <button type="button" class="small" @click=${act.addKey}>
      ${keys.length > 0 ? "Add a key, or other domains" : "Add a key"}
    </button>
    ${html`<button type="button" class="small quiet" @click=${act.replaceKeys}>Replace at once</button>`}
  </div>
</section>`;
