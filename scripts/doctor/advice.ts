/** What to do about a refusal, by the words that the service gives it. */
const ADVICE: [RegExp, string][] = [
  [/operator's key/, "Check the key: is it whole, of the right project, and may it use realtime voice?"],
  [/limit is reached|credit/, "Look at the account's limits and credit in the vendor's own console."],
  [/place/, "The vendor serves no requests from here. A deployed Worker asks it from eastern North America as well."],
  [
    /settings/,
    "The vendor refuses a setting; its words stand above. Report it, with them, as a fault of this project.",
  ],
  [/model/, "The account may not use the default model. See docs/vendors.md for the agent's field `model`."],
  [
    /in time|could not be reached|trouble/,
    "Is there a way out to the vendor from here? Look at its status page, and try again.",
  ],
  [/understood/, "Something else answers at that address. Check the variable that ends in _BASE_URL."],
  [/not configured/, "A variable is missing; the line above names it."],
];

export const adviceFor = (detail: string): string =>
  ADVICE.find(([pattern]) => pattern.test(detail))?.[1] ?? "See docs/vendors.md, or report it with the lines above.";
