/** Chapters of the document, in their order. */
export const TAGS = {
  Widget: "What a page shows before anybody talks.",
  Sessions: "Conversations between a visitor and an agent.",
  Tools: "What an agent may do besides talking.",
  Organizations: "Who pays: credit, voice lines, features, tokens.",
  Projects: "A website or client with its look and its agents.",
  Agents: "Who answers.",
  Keys: "Project keys, and website channels with theirs.",
  Knowledge: "What an agent knows: sources, their pages, and questions that found nothing.",
  Persons: "People who take a conversation over from the agent.",
  Webhooks: "What is sent to other systems, and the result.",
  Operating: "Who operates the service, and how it is doing.",
  Reports: "What happened: sessions, counts, the audit log, erasure.",
  Backup: "Everything that the service stores: backup and restore.",
  Service: "The service itself.",
} as const;
export type Tag = keyof typeof TAGS;
