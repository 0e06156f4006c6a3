/**
 * Whether a pressed key belongs to an input method, in which Enter ends a word and Escape drops it. 229: WebKit sends the key that
 * ends a composition after its end.
 */
export const composes = ({ isComposing, keyCode }: { isComposing: boolean; keyCode: number }): boolean =>
  isComposing || keyCode === 229;
