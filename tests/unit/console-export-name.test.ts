import { expect, it } from "vitest";
import { exportName } from "../../console/parts/save-export.ts";

it("names a download by its site, its list and its days", () => {
  expect(exportName("Harbour  Coffee & Co.", "sessions", { from: "2026-11-01", to: "2026-11-30" })).toBe(
    "harbour-coffee-co-sessions-2026-11-01-to-2026-11-30",
  );
  expect(exportName("مقهى", "contacts", { from: "2026-11-01", to: "2026-11-01" })).toBe("مقهى-contacts-2026-11-01");
  expect(exportName("/../", "contacts", {})).toMatch(/^contacts-\d{4}-\d{2}-\d{2}$/);
});
