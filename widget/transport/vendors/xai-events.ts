/** What differs from OpenAI's events, as far as it is read here. */
export interface ServerEvent {
  type: string;
  item_id?: string;
  call_id?: string;
  response_id?: string;
  response?: { id?: string; usage?: object };
  usage?: object;
  transcript?: string;
  status?: string;
  /** The fields of an error that is not inside `error`. */
  message?: string;
  code?: string;
  event_id?: string;
  error?: { type?: string; code?: string; message?: string; event_id?: string | null };
}

/** Texts of errors that only mean that two messages crossed on the way. The codes differ from OpenAI's. */
export const CROSSED = /no active response|truncat/i;
export const NOTHING_TO_CANCEL = /no active response/i;
export const BUSY = /already has an active response/i;
export const EXPIRED = /(maximum|max) (session )?duration|session.{0,20}(expired|time limit)/i;

/** The usage is beside the response; the field inside is empty. */
export const usageOf = ({ usage, response }: ServerEvent): object | undefined =>
  Object.keys(response?.usage ?? {}).length ? response?.usage : usage;
