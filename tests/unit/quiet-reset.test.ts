import { expect, test } from "vitest";
import { withoutReports } from "../harness/shared/quiet-reset.ts";

test("what workerd says of an emptied storage is left out, and nothing else", () => {
  const printed = `before
uncaught exception; source = Uncaught (in promise); stack = Error: Application called deleteAllDurableObjects().
    at async callObject (/a/worker/objects/call-object.ts:9:10)
    at async confirmVersion (/a/worker/auth/key-check.ts:41:24)
uncaught exception; exception = workerd/jsg/value.h:1511: failed: jsg.Error: Application called deleteAllDurableObjects().
stack: /a/workerd@36c6fb0 /a/workerd@36c7c0f
exception = workerd/api/unsafe.c++:228: failed: jsg.Error: Application called deleteAllDurableObjects().
stack: /a/workerd@26b6840
uncaught exception; source = Uncaught (in promise); stack = Error: lost on the way
    at OrgLedger.open (/a/org-ledger.ts:3:1)
after
`;
  expect(withoutReports(printed)).toBe(`before
uncaught exception; source = Uncaught (in promise); stack = Error: lost on the way
    at OrgLedger.open (/a/org-ledger.ts:3:1)
after
`);
});
