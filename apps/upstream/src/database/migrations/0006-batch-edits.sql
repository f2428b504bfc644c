-- Answers of the editing calls. A repeated request with the same key gets the stored answer.
CREATE TABLE batch_edits (
  idempotency_key text PRIMARY KEY,
  call text NOT NULL,
  body jsonb NOT NULL,
  answer jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
