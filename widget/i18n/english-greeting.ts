/** The English texts of greeting and opening time, without the rest; a test holds them equal to the panel's. */
export const ENGLISH_GREETING = {
  tag: "en",
  welcome: "Hello! How can we help?",
  close: "Close",
  contactAndQueue: { opensAt: (when: string) => `We open ${when}.` },
};
