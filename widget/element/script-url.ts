/** The first script address of a stack trace, without line and column; Chromium, Firefox and WebKit write them alike. */
export const urlInStack = (stack: string): string | undefined =>
  /(https?|file):\/\/[^\s)]+?(?=(:\d+)+\)?$)/m.exec(stack)?.[0];
