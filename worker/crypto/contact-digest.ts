import { hex, sha256 } from "./digest.ts";

interface Fields {
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  message?: string | null | undefined;
}

/** What makes a contact the same as another. @param where the session, or day and visitor of one that was sent without */
export const contactDigest = async (where: string, { name, email, phone, message }: Fields): Promise<string> =>
  hex(await sha256(JSON.stringify([where, name, email, phone, message])));
