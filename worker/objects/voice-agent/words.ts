/** The words of a turn that may still be in the making. Once they are known, whoever makes them has the call advanced. */
export interface Words {
  /** `undefined`: nobody knows them yet; `null`: nobody will. */
  readonly text: string | null | undefined;
}
