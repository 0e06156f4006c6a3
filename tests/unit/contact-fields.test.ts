import { expect, test } from "vitest";
import { contactSent } from "../../shared/contacts.ts";

const sent = (fields: object) => contactSent.parse({ ...fields, consent: true });

test.each([
  ["Persian digits", "۰۹۱۲ ۳۴۵ ۶۷۸۹", "0912 345 6789"],
  ["Arabic digits", "+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "+966 50 123 4567"],
  ["Devanagari digits", "०९८७६ ५४३२१", "09876 54321"],
  ["full-width digits", "０３－１２３４－５６７８", "03-1234-5678"],
  ["the long vowel mark that stands in for a dash", "03ー1234ー5678", "03-1234-5678"],
  ["the marks around a number from a list of contacts", "\u202a+49 30 123456\u202c", "+49 30 123456"],
  ["a mark that a PDF leaves, and its spaces and dashes", "+1\ufe0d\u00a0555–123‑4567", "+1 555-123-4567"],
])("a telephone number with %s is taken, and kept as anybody can dial it", (_how, phone, kept) => {
  expect(sent({ phone }).phone).toBe(kept);
});

test("an address is taken with the signs of other keyboards, and letters of any language stay", () => {
  expect(sent({ email: "ada＠example．com\u200e" }).email).toBe("ada@example.com");
  expect(sent({ email: "jürgen@käse.example" }).email).toBe("jürgen@käse.example");
});

test("what is no number is refused as before", () => {
  for (const phone of ["۱۲", "call me", "１２３４", "５５５ 電話"]) expect(() => sent({ phone }), phone).toThrow();
});
