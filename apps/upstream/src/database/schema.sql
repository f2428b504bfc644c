-- The current schema of the reference upstream's database. Only tests run this file: `migrations.test.ts`
-- compares its result with that of the files in `migrations`, which create the databases. `tables.ts`
-- explains the columns.

create table submissions (
  id bigint generated always as identity primary key,
  form text not null,
  body jsonb not null,
  answer jsonb not null,
  idempotency_key text unique,
  received_at timestamptz not null default now()
);
create index submissions_form on submissions (form, id);

create table resumes (
  submission_id bigint primary key references submissions on delete cascade,
  file_name text not null,
  media_type text not null,
  content bytea not null
);

-- Before this table existed, ids were computed from course, rule and date. New ids are larger, and below
-- 2^53.
create sequence batch_ids minvalue 1000000000000001;

create table batches (
  id bigint primary key default nextval('batch_ids'),
  course_id bigint not null,
  -- The rule that created the batch, and the day for which the rule created it. They keep a rule from
  -- creating an edited batch a second time.
  rule_key text,
  rule_day date,
  class_days date[] not null check (cardinality(class_days) > 0),
  first_day date not null generated always as (class_days[1]) stored,
  last_day date not null generated always as (class_days[cardinality(class_days)]) stored,
  start_time text not null,
  end_time text not null check (end_time > start_time),
  mode text not null check (mode in ('online', 'classroom')),
  city text,
  venue_state text,
  online_class_room text not null default '',
  trainer text not null,
  fee_paise bigint not null,
  discount_fee_paise bigint not null check (discount_fee_paise between 0 and fee_paise),
  seats integer check (seats >= 0),
  sold_elsewhere integer not null default 0 check (sold_elsewhere >= 0),
  joining text,
  on_sale boolean not null default true,
  version integer not null default 1,
  unique (course_id, rule_key, rule_day),
  check ((rule_key is null) = (rule_day is null)),
  check ((mode = 'classroom') = (city is not null and venue_state is not null)),
  check (mode = 'classroom' or (city is null and venue_state is null))
);
create index batches_last_day on batches (last_day);

-- The table has one row. Every change of batches first locks this row, and then increments the revision.
create table batch_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null
);
insert into batch_revision (revision) values (1);

-- Answers of the editing calls. A repeated request with the same key gets the stored answer.
create table batch_edits (
  idempotency_key text primary key,
  call text not null,
  body jsonb not null,
  answer jsonb not null,
  received_at timestamptz not null default now()
);

create table bookings (
  id bigint generated always as identity primary key,
  course_id bigint not null,
  -- The reference keeps a booked batch from being deleted.
  course_schedule_id bigint not null references batches,
  fee_paise bigint not null,
  number_of_course integer not null check (number_of_course >= 1),
  gst_total_paise bigint not null,
  sub_total_paise bigint not null,
  total_fee_paise bigint not null,
  transaction_id text not null unique,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  idempotency_key text unique,
  received_at timestamptz not null default now(),
  -- Changes are stored in these columns. The booked values stay as sent, because repeated bookings are
  -- compared with them.
  changed_seats integer check (changed_seats >= 0),
  changed_batch bigint references batches,
  -- The attendees after all changes.
  attendees jsonb,
  -- The attendees as the booking was sent.
  booked_attendees jsonb
);
create index bookings_batch on bookings (course_schedule_id);
create index bookings_current_batch on bookings (coalesce(changed_batch, course_schedule_id));

create table booking_changes (
  id bigint generated always as identity primary key,
  booking_id bigint not null references bookings,
  body jsonb not null,
  idempotency_key text unique,
  received_at timestamptz not null default now()
);

-- The last valid version of each content file.
create table content_files (
  file text primary key,
  content text not null,
  valid_at timestamptz not null default now(),
  removed_at timestamptz
);
