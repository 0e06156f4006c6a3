/** What a key alone does in the inbox. */
export type Shortcut = "next" | "previous" | "reply" | "end" | "keep";

const KEYS: Record<string, Shortcut> = { j: "next", k: "previous", r: "reply", e: "end", a: "keep" };

/** Keys and what they do, for the line that lists them. */
export const SHORTCUTS_IN_WORDS: readonly (readonly [keys: string, what: string])[] = [
  ["j k", "next and previous conversation"],
  ["r", "reply; joins first"],
  ["e", "end"],
  ["a", "keep the answer for agents"],
  ["Ctrl Enter or ⌘ Enter", "send"],
  ["Esc", "leave the field"],
];

/** Fields that take a letter; a checkbox does not. */
const FIELDS = "textarea, select, input:not([type=checkbox]), [contenteditable]";

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(FIELDS) !== null;

/** What a key press asks for; `null` while somebody types, within a dialog, and for keys with others held. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.isComposing || event.metaKey || event.ctrlKey || event.altKey) return null;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return null;
  return Object.hasOwn(KEYS, event.key) ? (KEYS[event.key] as Shortcut) : null;
}
