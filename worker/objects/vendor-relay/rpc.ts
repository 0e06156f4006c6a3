/** A request to a vendor. */
export interface VendorQuestion {
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

/** A vendor's answer; `text` is `null` if it is longer than any real answer. */
export interface VendorAnswer {
  status: number;
  location: string | null;
  text: string | null;
}

/** RPC of the objects that ask vendors from another part of the world. Their names begin with the place. */
export interface VendorRelayRpc {
  /** @throws what `fetch` throws if no answer comes in time */
  ask(url: string, question: VendorQuestion): Promise<VendorAnswer>;
}
