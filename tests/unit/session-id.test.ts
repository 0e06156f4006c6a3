import fc from "fast-check";
import { expect, test } from "vitest";
import { SESSION_PATTERN } from "../../shared/ids.ts";
import { newSessionId, orgOfSession, projectOfSession } from "../../worker/session-id.ts";

/** Ids of a store's rows begin with its project's, and are safe integers. */
const MOST_PROJECTS = Math.floor(Number.MAX_SAFE_INTEGER / 100_000_000);

test("a session's id names its organization and its project, in the shape that ids had before", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: MOST_PROJECTS }), (org_id, project_id) => {
      const id = newSessionId(org_id, project_id);
      expect(id).toMatch(SESSION_PATTERN);
      expect(orgOfSession(id)).toBe(org_id);
      expect(projectOfSession(id)).toBe(project_id);
      // As a version reads it that knows of no project in it.
      expect(Number.parseInt(id.slice("ses_".length + 24), 36)).toBe(org_id);
    }),
  );
});

test("what is no id names nobody", () => {
  for (const id of ["", "ses_", "ses_x", `ses_${"a".repeat(24)}`, `ses_${"a".repeat(24)}-`, "x"])
    expect([orgOfSession(id), projectOfSession(id)]).toEqual([null, null]);
});
