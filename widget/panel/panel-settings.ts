import { MAX_PAGE } from "../../shared/limits.ts";
import type { Features } from "../../shared/settings.ts";
import { type PageOptions, readPageOptions } from "../config/page-options.ts";
import { type PageAgent, type PageConfig, readConfig } from "../config/read-config.ts";
import type { SessionErrorCode } from "../errors.ts";
import { loadAgentChoice } from "../persistence/agent-choice.ts";
import { loadPreferences, type Preferences, savePreferences } from "../persistence/preferences.ts";
import { ensureVisitorId } from "../persistence/visitor-id.ts";
import { contextExcess, type Excess } from "../session/bounds.ts";
import type { WantedStart } from "../session/element-session-host.ts";
import type { VoiceSessionOptions } from "../session/options.ts";
import { PAGE_ID } from "./exclusive-speaker.ts";
import type { ConfigState, WidgetHost } from "./widget-host.ts";

/** What went wrong, by the status of the answer. */
const CONFIG_ERRORS: Record<string, SessionErrorCode> = { 0: "unreachable", 401: "unauthorized", 429: "rate_limited" };

/** Combines what the owner's settings, the page and the visitor say about a conversation. */
export class PanelSettings {
  preferences = loadPreferences();
  /** The ticket from the queue for a voice line, for the next start. */
  ticket: string | undefined;
  /** The visitor with whom the newest conversation began. */
  startedBy: { userId?: string | undefined; visitorId?: string | undefined } = {};
  readonly widget: WidgetHost;
  /** The agent that the visitor chose; 0 for none. */
  chosenAgent = loadAgentChoice();
  #tags: readonly string[] = [];
  #answer: unknown = null;
  #config = readConfig(null, []);

  constructor(host: WidgetHost) {
    this.widget = host;
  }

  /** Reads the config in the visitor's languages, best first; once for each answer and language. */
  readFor(tags: readonly string[]): void {
    const { answer } = this.widget.config;
    if (answer === this.#answer && String(tags) === String(this.#tags)) return;
    this.#tags = tags;
    this.#answer = answer;
    this.#config = readConfig(answer, tags);
  }

  get locale(): string | undefined {
    return this.#tags[0];
  }

  get config(): PageConfig {
    this.readFor(this.#tags);
    return this.#config;
  }

  /** The owner's features, with the visitor's talk mode where they may choose it. */
  get features(): Features {
    const { features } = this.config;
    const pushToTalk = features.talkModeChoice ? this.preferences.pushToTalk : undefined;
    return pushToTalk === undefined ? features : { ...features, pushToTalk };
  }

  get pageOptions(): PageOptions {
    return readPageOptions(this.widget.element, this.widget.hint);
  }

  /** The agents that the visitor may choose from: none where page or key name one, or the owner wants no choice. */
  get choice(): readonly PageAgent[] {
    const { agent_id, agents, features } = this.config;
    return features.agentPicker && this.pageOptions.agentId === null && agent_id === null ? agents : [];
  }

  /** The agent that the page names, else the key's, else the visitor's choice, else the first. */
  get agentId(): number | null {
    const { agents, agent_id } = this.config;
    const chosen = agents.find(({ id }) => id === this.chosenAgent) ?? agents[0];
    return this.pageOptions.agentId ?? agent_id ?? chosen?.id ?? null;
  }

  get agent(): PageAgent | undefined {
    return this.config.agents.find(({ id }) => id === this.agentId);
  }

  setPreferences(preferences: Preferences): void {
    this.preferences = preferences;
    savePreferences(preferences);
  }

  /** Facts about the visitor, for the next conversation. Returns what they would have exceeded together with those before. */
  addContext(pairs: Readonly<Record<string, unknown>>): Excess | null {
    const added = readPageOptions({ context: pairs }, this.widget.hint).context;
    const all = { ...this.pageOptions.context, ...added };
    const excess = contextExcess(all);
    if (!excess) this.widget.element.context = all;
    return excess;
  }

  /** Why the owner's settings could not be loaded; null where they were, or are on their way. */
  get configError(): SessionErrorCode | null {
    const { error } = this.widget.config;
    return error ? (CONFIG_ERRORS[error] ?? "service_failed") : null;
  }

  /** Settles once the owner's settings are loaded or have failed; null if they are loaded. After a failure it loads them again. */
  known(): Promise<void> | null {
    const { config, reloadConfig } = this.widget;
    if (config.error) reloadConfig();
    return config.fresh ? null : untilSettled(config);
  }

  /** The options of a conversation, or why there can be none. */
  sessionOptions({ typed }: WantedStart): VoiceSessionOptions | SessionErrorCode {
    const { agentId, pageOptions } = this;
    if (agentId === null) return this.configError ?? "agent_unavailable";
    const { ticket } = this;
    this.ticket = undefined;
    const { provider, connection } = this.agent ?? {};
    const visitorId = pageOptions.userId ? undefined : ensureVisitorId();
    this.startedBy = { userId: pageOptions.userId, visitorId };
    return {
      ...this.widget.service(),
      ...pageOptions,
      agentId,
      ticket,
      page: this.widget.page().slice(0, MAX_PAGE),
      locale: this.locale,
      sound: this.preferences,
      moreTime: this.preferences.moreTime,
      pageId: this.features.acrossPages ? PAGE_ID : undefined,
      speed: this.preferences.speed,
      provider,
      connection,
      turnstile: this.config.turnstile,
      // A visitor who begins by typing reads the answer: without a greeting before it, without sound and its code.
      silent: typed || !this.features.voice,
      initialMessage: typed ? "" : undefined,
      ...(visitorId && { visitorId }),
    };
  }
}

/** Waits for the newest request only. */
async function untilSettled(config: ConfigState): Promise<void> {
  for (let newest: unknown; newest !== config.settled; ) {
    newest = config.settled;
    await newest;
  }
}
