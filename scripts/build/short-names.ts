import { type ESTree, parseSync, Visitor } from "vite";

/**
 * Names of our own properties that the build shortens in all that a page loads, most used first. Each is a method or field
 * that only our own objects have, and that only our own code reads by name. So none may be here that
 * - the DOM or the language has (terser knows those, and leaves them alone),
 * - stands in JSON: what the service or a vendor gets or sends, what the browser stores, the texts,
 * - a page may use: `<voice-widget>`, its events, what a chunk exports,
 * - is read by a text, as by `element[name]`.
 * All files of a build share the list, since they share the objects. A new name goes to its end or nowhere: it is worth it
 * from about 30 bytes on, all its uses together. The npm package keeps every name.
 */
export const NAMES = [
  "dispatch",
  "closeWithConversation",
  "closeMicrophone",
  "report",
  "toggleDeviceSettings",
  "addController",
  "showContactAndQueue",
  "pageOptions",
  "reloadConfig",
  "allowMicrophone",
  "silenced",
  "checkSession",
  "locales",
  "addContext",
  "refused",
  "scopeNext",
  "markConnected",
  "answerConsent",
  "attach",
  "flushReports",
  "defaultInput",
  "dropEarlier",
  "asksConsent",
  "readFor",
  "removeController",
  "startedBy",
  "toLatest",
  "showForm",
  "mayChooseAgent",
  "setPreferences",
  "sessionOptions",
  "openedMicrophone",
  "startSession",
  "expectAnswer",
  "earlierInput",
  "setReporter",
  "setLocales",
  "reportAll",
  "isDark",
  "pushFirst",
  "lastReport",
  "received",
  "addStyles",
  "renderRoot",
  "carryOut",
  "sendNote",
  "receive",
  "answerTool",
  "lastMessageAt",
  "unknownMessages",
  "levels",
  "latest",
  "provisional",
  "confirms",
  "onPlaybackEnd",
  "askConsent",
  "sendEvents",
  "preparePeer",
  "prepared",
  "preloadTransport",
  "settled",
  "initialMessage",
  "microphoneFirst",
  "texts",
  "visitorId",
  "fault",
  "cutNext",
  "unfinished",
  "unanswered",
  "played_ms",
  "text_only",
  "clientSetup",
  "settingsOpen",
  "slotted",
  "commented",
  "askAgain",
  "executeTool",
  "records",
  "loadVoice",
  "loadTransport",
  "unlockAudio",
  "isEmpty",
  "choice",
  "agreed",
  "blocked",
  "earlier",
  "redraw",
  "follow",
  "hostConnected",
  "hostDisconnected",
  "hostUpdated",
  "hostUpdate",
  "orderly",
  "isIdle",
  "setSound",
  "consume",
  "agentChoice",
  "messageList",
  "statusHelp",
  "fresh",
  "keepInside",
  "maxMessageBytes",
  "refuse",
  "hasConversation",
  "sessionHost",
  "withPerson",
  "interceptCommand",
  "configError",
  "resumable",
  "spokenItem",
  "sounding",
  "cancels",
  "loadCaptions",
  "holdWords",
  "isAnswering",
  "receivedMs",
  "heardNow",
  "passing",
  "settle",
  "keyboardOpen",
  "toggleKeyboard",
  "chosenAgent",
  "expectTools",
  "preferences",
  "starting",
  "strings",
  "renderBefore",
  "isAudible",
  "askPerson",
  "asksFirst",
  "audible",
  "admit",
  "engine",
  "pageId",
  "likely",
  "hangUp",
  "epoch",
];

/** Lit has the other ones. */
const ONE = [..."EGJKQSWXYZ"];
const TWO = ONE.flatMap((second) => [..."abcdefghijklmnopqrstuvwxyz"].map((first) => first + second));
const SHORT = new Map([...ONE, ...TWO].slice(0, NAMES.length).map((to, index) => [NAMES[index] ?? "", to]));

/** For terser's `mangle.properties`; with `nameCache()` it gives every file the same names. */
export const shortNames = { regex: new RegExp(`^(?:${NAMES.join("|")})$`), keep_quoted: true } as const;
export const nameCache = () => ({
  props: { props: Object.fromEntries([...SHORT].map(([name, to]) => [`$${name}`, to])) },
});

/**
 * Throws where a file could not survive it: a listed name is also a text or an export, or one of the short names is
 * already the name of a property.
 */
export function checkShortNames(file: string, code: string): void {
  const taken = new Set(SHORT.values());
  const refuse = (name: string, why: string) => {
    throw new Error(`${file}: "${name}" ${why}; take it off the list in scripts/build/short-names.ts`);
  };
  const property = (key: ESTree.Node, computed: boolean) => {
    if (!computed && key.type === "Identifier" && taken.has(key.name))
      refuse([...SHORT].find(([, to]) => to === key.name)?.[0] ?? "", `cannot become ".${key.name}", which is taken`);
  };
  new Visitor({
    Literal({ value }) {
      if (typeof value === "string" && SHORT.has(value)) refuse(value, "is also a text");
    },
    // The bundler writes texts as templates.
    TemplateElement({ value }) {
      if (SHORT.has(value.raw)) refuse(value.raw, "is also a text");
    },
    ExportSpecifier({ exported }) {
      const name = exported.type === "Literal" ? exported.value : exported.name;
      if (SHORT.has(name)) refuse(name, "is also what a chunk exports");
    },
    MemberExpression: ({ property: key, computed }) => property(key, computed),
    Property: ({ key, computed }) => property(key, computed),
    MethodDefinition: ({ key, computed }) => property(key, computed),
    PropertyDefinition: ({ key, computed }) => property(key, computed),
  }).visit(parseSync(file, code).program);
}
