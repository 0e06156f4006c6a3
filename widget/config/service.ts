/** The service, and the key that it is asked with. */
export interface Service {
  readonly apiKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}
