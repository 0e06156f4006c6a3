/** Names of built-in tools that the page runs. Plain TypeScript: the widget imports the values. */

/** With it an agent hangs up. */
export const END_CALL_TOOL = "end_call";
