/** RPC of the object that holds one session's call until its page sends an offer. Its name is the session's id. */
export interface PlannedCallRpc {
  /**
   * Stores one call, replacing any other, until it is taken or its token expires.
   * @param plan what the vendor needs, as JSON
   * @param token_hash SHA-256 of the single-use token, hex
   * @param expires_at unix seconds
   */
  prepare(plan: string, token_hash: string, expires_at: number): void;
  /**
   * Returns it to one attempt, also where that asks again since the answer was lost.
   * @param attempt any name that no other attempt has
   * @returns `null` if another attempt took it, or it was replaced or has expired
   */
  take(token_hash: string, attempt: string): string | null;
  /** Nobody can take it any more. */
  drop(): void;
}
