/** Schema migrations. A released one never changes: add another. */
export const migrations: readonly { name: string; sql: string }[] = [
  {
    name: '0001-submissions',
    sql: `
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
    `,
  },
  {
    name: '0002-bookings',
    sql: `
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
    `,
  },
  {
    name: '0003-booking-changes',
    sql: `
      -- What was booked stays as it was sent: a repeated booking is told by it.
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
    `,
  },
  {
    name: '0004-booked-attendees',
    sql: `
      -- As the booking was sent; "attendees" has them as they are after its changes.
      ALTER TABLE bookings ADD COLUMN booked_attendees jsonb;
    `,
  },
];
