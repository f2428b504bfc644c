-- Until now, ids were computed from course, rule and date. New ids are larger, and below 2^53.
CREATE SEQUENCE batch_ids MINVALUE 1000000000000001;

CREATE TABLE batches (
  id bigint PRIMARY KEY DEFAULT nextval('batch_ids'),
  course_id bigint NOT NULL,
  -- The rule that created the batch, and the day for which the rule created it. They keep a rule from
  -- creating an edited batch a second time.
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

-- The table has one row. Every change of batches first locks this row, and then increments the revision.
CREATE TABLE batch_revision (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  revision bigint NOT NULL
);
INSERT INTO batch_revision (revision) VALUES (1);

-- Creates a row for each batch that was booked with a computed id. The row is off sale, and has what the
-- booking and the id tell about the batch.
INSERT INTO batches (id, course_id, class_days, start_time, end_time, mode, trainer, fee_paise, discount_fee_paise, on_sale)
SELECT id, min(course_id), ARRAY[to_date(lpad((id % 1000000)::text, 6, '0'), 'YYMMDD')],
  '00:00', '23:59', 'online', 'Unknown', max(fee_paise), max(fee_paise), false
FROM (
  SELECT course_schedule_id AS id, course_id, fee_paise FROM bookings
  UNION ALL
  SELECT changed_batch, course_id, fee_paise FROM bookings WHERE changed_batch IS NOT NULL
) AS booked
GROUP BY id;

-- The references keep a booked batch from being deleted.
ALTER TABLE bookings
  ADD FOREIGN KEY (course_schedule_id) REFERENCES batches,
  ADD FOREIGN KEY (changed_batch) REFERENCES batches;
