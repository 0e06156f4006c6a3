import { urlInStack } from "./script-url.ts";

const { currentScript } = document;

/** The tag of the script that runs; null in a module. */
export const runningScript =
  // An element of the page may have that name, and is then found instead: `<img name="currentScript" src="…">`.
  currentScript?.localName === "script" ? (currentScript as HTMLScriptElement) : null;

/**
 * The address of the running script. A module, or one that stands in the page itself, can only read it from the stack of an
 * error, since `import.meta` would be a syntax error in a classic script.
 */
export const scriptUrl = runningScript?.src || urlInStack(new Error().stack as string);
