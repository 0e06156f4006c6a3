/** Events of a project's webhooks, in the words of its owner. Plain TypeScript: a page may import the values. */
export const WEBHOOK_EVENT_NAMES = [
  ["session.ended", "A conversation ended"],
  ["session.analyzed", "A conversation was analyzed"],
  ["contact.created", "A visitor left a contact"],
  ["person.requested", "A visitor asks for a person"],
  ["person.joined", "A person joined a conversation"],
  ["person.missed", "Nobody came to a visitor who asked for a person"],
  ["credit.low", "Credit is low"],
  ["cap.reached", "A daily cap is reached"],
] as const;

/** Of the service as a whole, in the words of its operators. */
export const OPERATOR_EVENT_NAMES = [
  ["alert.raised", "Something went wrong"],
  ["alert.resolved", "It is over"],
] as const;

/** Asked for by a press of a button, so no webhook lists it. */
export const TEST_EVENT_NAME = ["webhook.test", "Somebody tests the webhook"] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENT_NAMES | typeof OPERATOR_EVENT_NAMES)[number][0];
