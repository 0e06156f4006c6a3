import type { Contact, ContactFields, ContactLeft } from "../../../shared/contacts.ts";

/** A contact as its visitor sent it. */
export interface ContactGiven extends ContactFields {
  agent_id: number | null;
  /** What the visitor agreed to. */
  consent_text: string;
  /** Of the fields, and of the session or the UTC day: the same form sent again has the same. */
  digest: string;
}

/** A contact that was left without a session. */
export interface LooseContact extends ContactGiven {
  /** Whose it is, `null` for whose the project is. */
  org_id: number | null;
  at: number;
  /** Whom it is counted for, by a salted name; `null` where visitors are not limited. */
  visitor: string | null;
}
/** Which window of the visitor's hour and the project's day has no room for it. */
export type ContactKept = { id: number } | { full: "hour" | "day" };

export interface ContactRow extends Contact {
  project_id: number;
  digest: string;
}

/** A contact that webhooks are told of; `org_id` is 0 where it is nobody's. */
export interface ContactTold extends ContactLeft {
  project_id: number;
  org_id: number;
}

export interface ContactFilter {
  /** The only organization whose contacts may be seen, `null` for all. */
  scope: number | null;
  /** All of them stand in the contact, each in one of its forms. */
  words: readonly (readonly string[])[];
  done: boolean | null;
}

/** What a search found among the contacts that it looked at. */
export interface ContactsFound {
  found: Contact[];
  /** The last that was looked at; `null` where there are no more. */
  last: number | null;
}

/** What a project's store does with contacts. `version` is that of the project that the caller knows. */
export interface ContactRpc {
  /** Keeps a contact of no session, or finds the same one; `null` where there is no such project. */
  leaveContact(project_id: number, version: number, contact: LooseContact): Promise<ContactKept | null>;
  /** One look at so many contacts, the newest first, below `before`. */
  contacts(
    project_id: number,
    version: number,
    filter: ContactFilter,
    before: number | null,
    limit: number,
  ): Promise<ContactsFound>;
  contact(project_id: number, version: number, id: number, scope: number | null): Promise<ContactRow | null>;
  /**
   * Has webhooks told of all contacts that they were not told of.
   * @returns the newest contact of each of these sessions; sessions without any are left out
   * @throws what telling them threw
   */
  announceContacts(project_id: number, session_ids: readonly string[]): Promise<[session_id: string, id: number][]>;
  /** Once this has returned, it is announced to nobody. */
  withholdContact(project_id: number, id: number): Promise<void>;
  /** Done at a time, `null` for not. What is so already stays as it is, with its time. */
  markContactDone(project_id: number, id: number, at: number | null): Promise<void>;
  deleteContact(project_id: number, id: number): Promise<void>;
}
