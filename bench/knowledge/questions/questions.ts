/** Questions in visitors' words, written from a list of the pages before any of them was searched for. */
export interface Questions {
  /** A question and the ends of the addresses that answer it. */
  answered: readonly (readonly [question: string, ...pages: string[]])[];
  /** Questions that nothing there answers. */
  unanswered: readonly string[];
}
