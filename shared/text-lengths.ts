/** The most characters of what an operator writes: for the schemas, and for the console's fields. Plain TypeScript. */
export const LENGTHS = {
  /** What an operator calls a thing. */
  name: 120,
  title: 200,
  url: 2_048,
  /** A pattern for the paths of a site. */
  pattern: 300,
  domain: 255,
  email: 254,
  languageTag: 35,
  /** A note in the ledger. */
  note: 500,
  /** The words that confirm a deletion. */
  confirmation: 1_000,
  instructions: 32_000,
  greeting: 2_000,
  agentDescription: 2_000,
  consent: 1_000,
  /** What a vendor calls a voice, a model, an agent. */
  vendorName: 128,
  toolName: 64,
  toolDescription: 1_024,
  toolSecret: 512,
  /** A field or criterion of an analysis. */
  label: 64,
  labelDescription: 500,
  /** Words that are looked for in conversations. */
  search: 500,
  /** A question to the knowledge. */
  question: 1_000,
  /** When the agent asks for a person. */
  personWhen: 500,
  /** A line of a person or of the visitor to one. */
  personMessage: 4_000,
  /** A session description of WebRTC. */
  sdp: 32_000,
} as const;
