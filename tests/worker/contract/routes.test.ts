import { expect, test } from "vitest";
import { ERRORS } from "../../../shared/errors.ts";
import { document } from "../../harness/worker/documented.ts";

test("every error that the service knows is in the document", () => {
  // These three may come from anywhere: the document says so once, in its introduction and its default answers.
  const ANYWHERE = ["not_found", "method_not_allowed", "unavailable"];
  const text = JSON.stringify(document.paths);
  const codes = Object.entries(ERRORS).filter(([code]) => !ANYWHERE.includes(code));
  expect(codes.filter(([, { detail }]) => !text.includes(JSON.stringify(detail))).map(([code]) => code)).toEqual([]);
});
