import { PERSON_WAIT_SECONDS } from "../../shared/limits.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { DeskOutside } from "../objects/project-desk/outside.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { turnServers } from "../providers/turn.ts";
import { orgOfSession } from "../session-id.ts";
import { findPersonPlanOfAgent } from "../storage/agents.ts";
import { deleteOpenInbox, deleteOtherInboxes } from "../storage/open-inboxes.ts";
import { findOrganization, termsOf } from "../storage/organizations.ts";
import { findProject } from "../storage/projects.ts";
import { readVariables } from "../variables.ts";
import { tellPersonFact } from "./person-facts.ts";
import { NOBODY_CAME } from "./person-words.ts";
import { tellAgent } from "./tell-agent.ts";

/** The longest wait for relays. Milliseconds. */
const ICE_LIMIT_MS = 3_000;

/** An inbox that began to open so long ago is open or will not be. Milliseconds. */
const OPENING_MS = 60_000;

/** What a desk has the rest of the service do. */
export const deskOutside = (bindings: Bindings): DeskOutside => {
  const running = async (project_id: number, watch: boolean) => {
    const org_id = (await findProject(bindings.DB, project_id, null))?.org_id ?? null;
    const organization = org_id === null ? null : await findOrganization(bindings.DB, org_id, null);
    if (!organization) return [];
    const terms = termsOf(organization);
    return callLedger(bindings, organization.id, (ledger) => ledger.running(project_id, watch, terms));
  };
  return {
    watch: (project_id) => running(project_id, true),
    async unwatch(project_id) {
      await running(project_id, false);
    },
    async lease(project_id, session_id) {
      const org_id = orgOfSession(session_id);
      const lease = org_id === null ? null : await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
      return lease?.project_id === project_id && lease.ended_at === null ? lease : null;
    },
    waitSeconds: async (agent_id) =>
      (await findPersonPlanOfAgent(bindings.DB, agent_id))?.wait_seconds ?? PERSON_WAIT_SECONDS,
    orgOf: orgOfSession,
    handOver: ({ org_id, session_id }, to) => callLedger(bindings, org_id, (ledger) => ledger.handOver(session_id, to)),
    async whisper({ org_id, session_id }, text) {
      const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
      if (lease && (await tellAgent(bindings, lease, text))) return "told";
      return callLedger(bindings, org_id, (ledger) => ledger.whisper(session_id, text));
    },
    async end({ org_id, session_id }, reason) {
      await callLedger(bindings, org_id, (ledger) => ledger.end(session_id, reason));
    },
    tell: (fact) => tellPersonFact(bindings, fact),
    async inboxClosed(inbox) {
      await deleteOpenInbox(bindings.DB, inbox).run();
    },
    inboxesOpen: (project_id, inboxes) => deleteOtherInboxes(bindings.DB, project_id, inboxes, Date.now() - OPENING_MS),
    iceServers: () =>
      withTimeout(ICE_LIMIT_MS, (signal) => turnServers({ bindings, variables: readVariables(bindings), signal })),
    nobodyCame: NOBODY_CAME,
  };
};
