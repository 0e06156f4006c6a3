-- Language, greetings, turn-taking, noise reduction, keyterms and hanging up of an agent: JSON, what is left out is the default.

ALTER TABLE agents ADD COLUMN speech_json TEXT NOT NULL DEFAULT '{}';
