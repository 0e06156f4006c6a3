/** What a vendor is asked. */
export interface VendorQuestion {
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

/** What a vendor answered; `text` is `null` when it is longer than any honest answer. */
export interface VendorAnswer {
  status: number;
  location: string | null;
  text: string | null;
}

/** RPC of the objects that ask vendors from another part of the world. Their names begin with the place. */
export interface VendorRelayRpc {
  /** @throws what `fetch` throws where nobody answers in time */
  ask(url: string, question: VendorQuestion): Promise<VendorAnswer>;
}
