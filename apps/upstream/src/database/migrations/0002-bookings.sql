CREATE TABLE bookings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id bigint NOT NULL,
  course_schedule_id bigint NOT NULL,
  fee_paise bigint NOT NULL,
  number_of_course integer NOT NULL CHECK (number_of_course >= 1),
  gst_total_paise bigint NOT NULL,
  sub_total_paise bigint NOT NULL,
  total_fee_paise bigint NOT NULL,
  transaction_id text NOT NULL UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone_number text NOT NULL,
  idempotency_key text UNIQUE,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bookings_batch ON bookings (course_schedule_id);
