import { expect, it } from "vitest";
import { exportName, spreadsheetOf } from "../../console/parts/save-export.ts";

it("names a download by its site, its list and its days", () => {
  expect(exportName("Harbour  Coffee & Co.", "sessions", { from: "2026-11-01", to: "2026-11-30" })).toBe(
    "harbour-coffee-co-sessions-2026-11-01-to-2026-11-30",
  );
  expect(exportName("مقهى", "contacts", { from: "2026-11-01", to: "2026-11-01" })).toBe("مقهى-contacts-2026-11-01");
  // Of one day, it would say what it is not.
  expect(exportName("Harbour", "sessions", { from: "2026-11-01" })).toBe("harbour-sessions-from-2026-11-01");
  expect(exportName("Harbour", "sessions", { to: "2026-11-30" })).toBe("harbour-sessions-until-2026-11-30");
  expect(exportName("/../", "contacts", {})).toMatch(/^contacts-\d{4}-\d{2}-\d{2}$/);
});

it("cells are separated as Excel expects it of this language", () => {
  expect(["en-US", "en-GB", "ja", "zh-Hans"].map(spreadsheetOf)).toEqual(["comma", "comma", "comma", "comma"]);
  expect(["de", "fr", "es", "pt-BR"].map(spreadsheetOf)).toEqual(["semicolon", "semicolon", "semicolon", "semicolon"]);
});
