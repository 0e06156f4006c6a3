-- Which sessions asked an unanswered question, and how often: a session that is emptied takes its share of the count along.
CREATE TABLE question_sessions (
  session_id TEXT NOT NULL,
  question_id INTEGER NOT NULL REFERENCES knowledge_questions (id) ON DELETE CASCADE,
  count INTEGER NOT NULL,
  PRIMARY KEY (session_id, question_id)
) WITHOUT ROWID;
CREATE INDEX question_sessions_by_question ON question_sessions (question_id);
