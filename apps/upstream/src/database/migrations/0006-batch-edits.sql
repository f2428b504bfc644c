-- Answers of the editing calls, repeated for the same key.
CREATE TABLE batch_edits (
  idempotency_key text PRIMARY KEY,
  call text NOT NULL,
  body jsonb NOT NULL,
  answer jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
