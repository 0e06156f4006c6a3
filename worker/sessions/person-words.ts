/** The message to the agent when a person was asked for and nobody came. */
export const NOBODY_CAME =
  "The visitor asked for a person, and nobody of the team is free now. Say so in one sentence, offer the contact form if you have one, and go on helping yourself.";
