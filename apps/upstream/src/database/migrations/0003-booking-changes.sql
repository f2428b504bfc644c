-- Changes are stored in these columns. The booked values stay as sent, because repeated bookings are compared
-- with them.
ALTER TABLE bookings
  ADD COLUMN changed_seats integer CHECK (changed_seats >= 0),
  ADD COLUMN changed_batch bigint,
  ADD COLUMN attendees jsonb;
CREATE INDEX bookings_current_batch ON bookings (coalesce(changed_batch, course_schedule_id));

CREATE TABLE booking_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booking_id bigint NOT NULL REFERENCES bookings,
  body jsonb NOT NULL,
  idempotency_key text UNIQUE,
  received_at timestamptz NOT NULL DEFAULT now()
);
