/** A call at a server that speaks OpenAI's realtime WebSocket; plain JSON. */
export interface CompatibleCall {
  session_id: string;
  /** http(s); the upgrade goes there. */
  url: string;
  /** The server's key, where it wants one. */
  key: string | null;
  /** The `session` of our `session.update`: what the agent is told, and its tools. It never reaches the page. */
  session: Record<string, unknown>;
  /** Unix seconds after which the page's token opens nothing. */
  expires_at: number;
}

/** RPC of the object behind one such call; its name is the session's id. */
export interface CompatibleAgentRpc {
  /**
   * Connects to the server and sets the session up, in place of any other call of this name.
   * @param token_hash SHA-256 of the page's single-use token, hex
   * @returns why there is no call, `null` where there is one
   */
  prepare(call: CompatibleCall, token_hash: string): Promise<string | null>;
  /** The call is over by decision of the service. */
  hangUp(): void | Promise<void>;
}
