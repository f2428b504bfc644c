-- The last valid version of each content file.
CREATE TABLE content_files (
  file text PRIMARY KEY,
  content text NOT NULL,
  valid_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
