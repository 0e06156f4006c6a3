/** The English texts of the greeting bubble, without the rest; a test holds them equal to the panel's. */
export const ENGLISH_GREETING = { tag: "en", welcome: "Hello! How can we help?", close: "Close" };
