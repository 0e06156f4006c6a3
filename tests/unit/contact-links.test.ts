import { expect, test } from "vitest";
import { mailLink } from "../../console/parts/contact-links.ts";
import { contactFields } from "../../shared/contacts.ts";

test.each([
  "ada@example.com?bcc=thief%40example.net&body=Send%20it%20there%20too",
  "ada@example.com#bcc",
  "ada%40example.net%3Fbcc=@example.com",
  "ada+shop@example.com",
])("a link to write to %s writes to that address alone", (email) => {
  expect(contactFields.email.safeParse(email).success).toBe(true);
  const { pathname, search, hash } = new URL(`mailto:${mailLink(email).values[0]}`);
  expect({ to: decodeURIComponent(pathname), search, hash }).toEqual({ to: email, search: "", hash: "" });
});
