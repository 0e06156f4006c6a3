/** What the greeting bubble says in English, without the rest of the English texts; tested to be the panel's words. */
export const ENGLISH_GREETING = { tag: "en", welcome: "Hello! How can we help?", close: "Close" };
