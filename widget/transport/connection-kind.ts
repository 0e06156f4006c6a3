/** The protocol and transport of a connection; a newer service may name some that this version does not have. */
export type ConnectionKind = Readonly<{
  protocol: string;
  transport: string;
  /** Whether the request for a session may carry our offer. */
  offer?: boolean | undefined;
  /** Whether the offer needs candidates from ICE servers, which only the answer to that request names. */
  ice_servers?: boolean | undefined;
}>;
