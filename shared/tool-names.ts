/** Names of built-in tools. Plain TypeScript: the widget and the console import the values. */

/** With it an agent hangs up. */
export const END_CALL_TOOL = "end_call";

/** With it an agent searches the project's knowledge; the service answers. */
export const SEARCH_TOOL = "search_knowledge";

/** With it an agent asks for a person; the service answers. */
export const REQUEST_PERSON_TOOL = "request_person";

/** With it an agent has the widget show the contact form. */
export const COLLECT_CONTACT_TOOL = "collect_contact";
