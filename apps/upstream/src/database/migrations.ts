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
  {
    name: '0005-batches',
    sql: `
      -- Above the ids that were computed of course, rule and date, and below 2^53.
      CREATE SEQUENCE batch_ids MINVALUE 1000000000000001;

      CREATE TABLE batches (
        id bigint PRIMARY KEY DEFAULT nextval('batch_ids'),
        course_id bigint NOT NULL,
        -- The rule that created it, and the day for which it did: an edited batch is not created again.
        rule_key text,
        rule_day date,
        class_days date[] NOT NULL CHECK (cardinality(class_days) > 0),
        first_day date NOT NULL GENERATED ALWAYS AS (class_days[1]) STORED,
        last_day date NOT NULL GENERATED ALWAYS AS (class_days[cardinality(class_days)]) STORED,
        start_time text NOT NULL,
        end_time text NOT NULL CHECK (end_time > start_time),
        mode text NOT NULL CHECK (mode IN ('online', 'classroom')),
        city text,
        venue_state text,
        online_class_room text NOT NULL DEFAULT '',
        trainer text NOT NULL,
        fee_paise bigint NOT NULL,
        discount_fee_paise bigint NOT NULL CHECK (discount_fee_paise BETWEEN 0 AND fee_paise),
        seats integer CHECK (seats >= 0),
        sold_elsewhere integer NOT NULL DEFAULT 0 CHECK (sold_elsewhere >= 0),
        joining text,
        on_sale boolean NOT NULL DEFAULT true,
        version integer NOT NULL DEFAULT 1,
        UNIQUE (course_id, rule_key, rule_day),
        CHECK ((rule_key IS NULL) = (rule_day IS NULL)),
        CHECK ((mode = 'classroom') = (city IS NOT NULL AND venue_state IS NOT NULL)),
        CHECK (mode = 'classroom' OR (city IS NULL AND venue_state IS NULL))
      );
      CREATE INDEX batches_last_day ON batches (last_day);

      -- One row. Every change of batches locks it first and raises it.
      CREATE TABLE batch_revision (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        revision bigint NOT NULL
      );
      INSERT INTO batch_revision (revision) VALUES (1);

      -- Booked under a computed id: off sale, with what its booking and the id tell.
      INSERT INTO batches (id, course_id, class_days, start_time, end_time, mode, trainer, fee_paise, discount_fee_paise, on_sale)
      SELECT id, min(course_id), ARRAY[to_date(lpad((id % 1000000)::text, 6, '0'), 'YYMMDD')],
        '00:00', '23:59', 'online', 'Unknown', max(fee_paise), max(fee_paise), false
      FROM (
        SELECT course_schedule_id AS id, course_id, fee_paise FROM bookings
        UNION ALL
        SELECT changed_batch, course_id, fee_paise FROM bookings WHERE changed_batch IS NOT NULL
      ) AS booked
      GROUP BY id;

      -- A booked batch never disappears.
      ALTER TABLE bookings
        ADD FOREIGN KEY (course_schedule_id) REFERENCES batches,
        ADD FOREIGN KEY (changed_batch) REFERENCES batches;
    `,
  },
  {
    name: '0006-batch-edits',
    sql: `
      -- Answers of the editing calls, repeated for the same key.
      CREATE TABLE batch_edits (
        idempotency_key text PRIMARY KEY,
        call text NOT NULL,
        body jsonb NOT NULL,
        answer jsonb NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now()
      );
    `,
  },
  {
    name: '0007-content-files',
    sql: `
      -- The last valid version of each content file.
      CREATE TABLE content_files (
        file text PRIMARY KEY,
        content text NOT NULL,
        valid_at timestamptz NOT NULL DEFAULT now(),
        removed_at timestamptz
      );
    `,
  },
];
