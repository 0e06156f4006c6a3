/** How the agent is told what the team whispers; it is data. @param json the words, quoted */
export const whisperNote = (json: string): string => `The team tells you, unheard by the visitor: ${json}`;
