/** The service's address, and the key for it. */
export interface Service {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}
