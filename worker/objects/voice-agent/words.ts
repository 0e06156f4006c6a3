/** The words of a turn, which may not be known yet. Once they are, the recogniser has the call advanced. */
export interface Words {
  /** `undefined` while they are not known yet, `null` if they never will be. */
  readonly text: string | null | undefined;
}
