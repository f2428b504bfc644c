CREATE TABLE submissions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  form text NOT NULL,
  body jsonb NOT NULL,
  answer jsonb NOT NULL,
  idempotency_key text UNIQUE,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX submissions_form ON submissions (form, id);

CREATE TABLE resumes (
  submission_id bigint PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
  file_name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL
);
