/** Which code a connection needs; a service that is newer than this version may name what it does not know. */
export type ConnectionKind = Readonly<{
  protocol: string;
  transport: string;
  /** The request for a session may bring our offer. */
  offer?: boolean | undefined;
  /** But the offer should hold candidates of the servers in its answer. */
  ice_servers?: boolean | undefined;
}>;
