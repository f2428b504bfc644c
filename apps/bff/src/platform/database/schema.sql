-- The current schema of the back end's database: tables, functions, triggers and indexes, by the server's
-- groups. The server does not run this file. The files of `migrations` create databases, and `migrations.test.ts`
-- compares their result with this file.
--
-- Times are timestamptz, money is paise in bigint, and states are text with a check. `owner.ts` grants rights
-- to the roles of the application. The README of an export shows the comments of columns.

-- ---------------------------------------------------------------- platform

-- One row: the environment of the database, and the settings of the server that started last.
create table instance (
  id integer primary key default 1 check (id = 1),
  -- APP_ENV of the first start. A start with another one is refused.
  app_env text not null check (app_env in ('demo', 'staging', 'production')),
  -- The digest of each setting by its name; see `setting-digests.ts`.
  settings jsonb not null,
  started_at timestamptz not null
);

-- Whether sales are open.
create table sales (
  id integer primary key default 1 check (id = 1),
  is_open boolean not null,
  changed_at timestamptz not null,
  -- The operator who changed it last; null until an operator changes it.
  changed_by text
);
insert into sales (is_open, changed_at) values (false, now());

-- Terms of refunds and moves. An order keeps a copy of the newest version at its creation.
create table sale_terms (
  version integer primary key,
  refund_steps jsonb not null,
  moves jsonb not null,
  attendees_until_hours integer not null,
  valid_from timestamptz not null,
  -- The operator who stored this version; null for the first version.
  changed_by text,
  note text not null
);
insert into sale_terms (version, refund_steps, moves, attendees_until_hours, valid_from, note)
values (
  1,
  '[{"until_hours_before": 72, "percent": 100, "within_hours_of_payment": 24}, {"until_hours_before": 336, "percent": 100},
    {"until_hours_before": 168, "percent": 75}, {"until_hours_before": 72, "percent": 50}]',
  '{"early": {"untilHoursBefore": 72, "withinDays": 180}, "late": {"times": 1, "withinDays": 90}}',
  48,
  now(),
  'the first version'
);

-- Last success and last failure of each scheduled job, and of other recorded runs, for example base backups.
-- The tables of the queue belong to pg-boss.
create table schedule_runs (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz
);

create table lead_search (
  -- Id of the lead.
  id uuid primary key,
  form text not null,
  -- Name of the course in the form; empty if the form has none.
  course text not null,
  -- `utm_source` of the last touch, else of the first touch, in lower case; empty without either.
  source text not null,
  -- Name, email address, digits of the phone number, and company, in lower case; empty after erasure.
  words text not null
);
create index lead_search_by_course on lead_search (course, id);
create index lead_search_by_form on lead_search (form, id);
create index lead_search_by_source on lead_search (source, id);

create table order_search (
  -- Id of the order.
  id uuid primary key,
  created_at timestamptz not null,
  -- Data of the payer and attendees, and every id and number that a payer may quote, in lower case.
  words text not null
);
create index order_search_by_age on order_search (created_at, id);

-- Finds the beginnings of words. Used if trigrams are not available.
create function search_prefixes(words text) returns tsvector language sql immutable as $$
  select to_tsvector('simple'::regconfig, regexp_replace(words, '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Adds the trigram indexes, or prefix indexes if the extension `pg_trgm` is not available. Runs with the
-- rights of the owner, because the application's role cannot create indexes. New trigrams first go to the
-- list of pending entries, so an insert of a lead takes 60 us instead of 240 us. The list of 16 MB holds the
-- trigrams of about ten thousand leads, and autovacuum empties it.
create function prepare_search(with_trigrams boolean default true) returns boolean
language plpgsql security definer set search_path from current as $$
  begin
    perform pg_advisory_xact_lock(7305412290170);
    if to_regclass('lead_search_trigrams') is not null and to_regclass('order_search_trigrams') is not null then
      return true;
    end if;
    begin
      if not with_trigrams then
        raise exception 'a prefix query is expected';
      end if;
      create extension if not exists pg_trgm;
      create index if not exists lead_search_trigrams on lead_search
        using gin (words gin_trgm_ops) with (gin_pending_list_limit = 16384);
      create index if not exists order_search_trigrams on order_search
        using gin (words gin_trgm_ops) with (gin_pending_list_limit = 16384);
      drop index if exists lead_search_words;
      drop index if exists order_search_words;
      return true;
    exception when others then
      null;
    end;
    if to_regclass('lead_search_words') is null then
      create index lead_search_words on lead_search using gin (search_prefixes(words));
      create index order_search_words on order_search using gin (search_prefixes(words));
    end if;
    return false;
  end
$$;

select prepare_search();

-- Coupons and opt-outs that an import of a CSV file created or changed. The undo of the import deletes the
-- rows that it undoes.
create table import_rows (
  import_id uuid not null,
  kind text not null check (kind in ('coupons', 'opt_outs')),
  -- Code of the coupon, or `address_key` of the opt-out.
  subject text not null,
  outcome text not null check (outcome in ('created', 'changed')),
  -- State before the import, which the undo restores.
  before jsonb,
  -- State after the import. The undo does not change a subject whose current state differs.
  after jsonb,
  imported_at timestamptz not null,
  primary key (import_id, subject)
);

-- ---------------------------------------------------------------- partners

-- One row: the access token of the CRM and the pause of its calls, shared by all replicas.
create table crm_session (
  id integer primary key check (id = 1),
  access_token text,
  api_domain text,
  expires_at timestamptz,
  -- Hash of the credentials of the token. Other credentials need a new token.
  credentials text,
  -- End of the pause after the CRM throttled calls or refused our credentials.
  paused_until timestamptz
);

insert into crm_session (id) values (1);

-- ---------------------------------------------------------------- mail

create table mails (
  id uuid primary key,
  -- Unique, so that a cause that is reported repeatedly makes one email.
  cause text not null unique,
  kind text not null,
  order_id uuid,
  lead_id uuid,
  -- Empty for alerts to operators, and after erasure.
  recipient text not null,
  -- Data of the cause that no other table has.
  facts jsonb not null,
  -- Data of the template. The first attempt composes it, and later attempts use the stored data.
  data jsonb,
  state text not null check (state in ('due', 'sent', 'refused', 'dropped', 'bounced')),
  reason text,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  -- Lease of one attempt.
  busy_until timestamptz,
  -- Start of the period after which attempts end.
  due_since timestamptz not null,
  -- The email is dropped after this time.
  expires_at timestamptz,
  message_id text,
  -- Incremented when an operator resends a sent email. Each copy has its own Message-ID.
  copy integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  -- When recipient, facts and data were erased.
  erased_at timestamptz
);
create index mails_dead on mails (updated_at) where state in ('refused', 'bounced');
create index mails_due on mails (next_try_at) where state = 'due';
create index mails_not_sent on mails (state, id desc) where state in ('refused', 'dropped', 'bounced');
create index mails_of_lead on mails (lead_id) where lead_id is not null;
create index mails_of_order on mails (order_id) where order_id is not null;
create index mails_to_erase on mails (created_at) where erased_at is null;

create table mail_daily_counts (
  -- SHA-256 of the `person_key` of the address.
  address_key text not null,
  -- `YYYY-MM-DD` in India.
  day date not null,
  kind text not null,
  -- Hash of the network address that requested the emails; empty for emails that no visitor requests.
  requested_from text not null,
  mails integer not null,
  primary key (day, address_key, kind, requested_from)
);

create table mail_minutes (
  minute timestamptz primary key,
  mails integer not null
);

create table mail_suppressions (
  -- SHA-256 of the address in lower case.
  address_key text primary key,
  -- The address with its local part masked.
  shown text not null,
  source text not null check (source in ('smtp', 'bounce', 'complaint')),
  reason text,
  created_at timestamptz not null
);

create table mail_bounces (
  event_id text primary key,
  received_at timestamptz not null
);

create table unsubscribe_links (
  -- Last segment of the link. The same in every email to the address.
  token text primary key,
  address_key text not null unique,
  email text not null,
  created_at timestamptz not null default now()
);

create table opt_outs (
  address_key text primary key,
  -- Id in the job that notifies the CRM.
  id uuid not null unique,
  -- Address by which the CRM's records are found; empty after erasure.
  email text not null,
  requested_at timestamptz not null,
  crm_state text not null check (crm_state in ('pending', 'told')),
  -- When the CRM is to be notified; null after it was notified.
  crm_due_at timestamptz,
  -- Error code, without personal data.
  last_error text,
  -- Import that stored the opt-out; null after the person opted out.
  import_id uuid
);
create index opt_outs_pending on opt_outs (crm_due_at) where crm_state = 'pending';

-- ---------------------------------------------------------------- integrations

-- Receivers of outgoing webhooks.
create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  -- Types of the events that it receives.
  events text[] not null,
  -- True if names, email addresses and phone numbers are sent.
  personal_data boolean not null,
  -- In Base64.
  secret text not null,
  -- Null while the endpoint is active. Deliveries of a paused endpoint wait.
  paused_by text check (paused_by in ('operator', 'failures')),
  paused_at timestamptz,
  created_at timestamptz not null,
  check ((paused_by is null) = (paused_at is null))
);

-- Events, written in the transaction of their cause if an endpoint has subscribed to their type.
create table webhook_messages (
  -- Sent with each delivery. The receiver recognises repeated deliveries by it.
  id uuid primary key default gen_random_uuid(),
  type text not null,
  -- Unique, so that a cause makes one message.
  cause text not null unique,
  order_id uuid,
  lead_id uuid,
  data jsonb not null,
  -- Personal data; null if no endpoint receives it, and after erasure.
  people jsonb,
  created_at timestamptz not null
);
create index webhook_messages_of_order on webhook_messages (order_id);
create index webhook_messages_of_lead on webhook_messages (lead_id);
create index webhook_messages_by_age on webhook_messages (created_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references webhook_messages (id) on delete cascade,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  state text not null default 'due' check (state in ('due', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  -- Lease of the process that sends the delivery.
  busy_until timestamptz,
  unique (message_id, endpoint_id)
);
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, state, next_try_at)
  where state <> 'delivered';

-- Log of deliveries.
create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_deliveries (id) on delete cascade,
  at timestamptz not null,
  duration_ms integer not null,
  -- HTTP status; null without a response.
  status integer,
  -- Start of the response, or the reason why there was no response.
  answer text not null
);
create index webhook_attempts_of on webhook_attempts (delivery_id);

-- ---------------------------------------------------------------- site

create table visit_counts (
  -- `YYYY-MM-DD` in India.
  day date not null,
  step text not null,
  -- Pattern of the route.
  route text not null,
  -- Name of the course; empty if the step has no course or the course is unknown.
  course text not null,
  source text not null,
  campaign text not null,
  visits bigint not null,
  primary key (day, step, course, source, campaign, route)
);

create table vital_counts (
  day date not null,
  route text not null,
  vital text not null,
  -- Upper bound of the bucket, in milliseconds; for CLS in thousandths.
  up_to integer not null,
  visits bigint not null,
  primary key (day, vital, route, up_to)
);

-- ---------------------------------------------------------------- leads

-- The smallest UUIDv7 of a time. A UUIDv7 begins with the time in milliseconds, in 48 bits.
create function lead_id_at(received_at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from received_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

create table leads (
  id uuid primary key,
  -- `form`: a submission for upstream and CRM. `crm`: a CRM-only record.
  endpoint text not null check (endpoint in ('form', 'crm')),
  form text not null,
  submission_id uuid,
  -- Hash of the form, its values and its file. Excludes the attribution, which may differ between retries.
  body_hash text not null,
  -- In lower case; empty after erasure.
  email text not null,
  "values" jsonb not null,
  attribution jsonb,
  page_url text not null,
  forward_state text not null
    check (forward_state in
      ('received', 'saved', 'refused', 'refused_late', 'quarantined', 'rejected', 'not_needed', 'withdrawn')),
  forward_attempts integer not null default 0,
  -- Due time of the next forward attempt.
  forward_due_at timestamptz,
  -- Lease of one forward attempt.
  forward_busy_until timestamptz,
  crm_state text not null check (crm_state in ('waiting', 'pending', 'delivered', 'dead', 'none', 'withdrawn')),
  crm_attempts integer not null default 0,
  crm_first_failed_at timestamptz,
  -- Due time of the next delivery attempt.
  crm_due_at timestamptz,
  crm_id text,
  -- Answer that repeated submissions get.
  answer jsonb,
  -- Error code or short text, without personal data.
  last_error text,
  received_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  delivered_at timestamptz,
  erased_at timestamptz,
  -- Lease of one delivery attempt. Not indexed, so that updates stay heap-only (HOT).
  crm_busy_until timestamptz,
  -- Id of the request in the log; null if the id is unknown.
  request_id text,
  -- Version of the privacy notice at receipt; null for CRM-only records.
  notice_version text,
  -- Hash of the sender's network address, deleted after a day. Limits count by it, because anyone can enter
  -- the email address of another person.
  sent_from text
) with (
  -- A lead is written four times within seconds. With free space in its page, updates of its leases are
  -- heap-only (HOT).
  fillfactor = 50,
  -- The indexes of waiting leads are small, but keep an entry for each lead until the next vacuum.
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02
);
create index leads_attention on leads (received_at)
  where forward_state in ('quarantined', 'refused_late') or crm_state = 'dead';
create index leads_by_state on leads (forward_state, crm_state);
create index leads_crm_due on leads (crm_due_at) where crm_state = 'pending';
create index leads_dead on leads (id) where crm_state = 'dead';
create index leads_email on leads (email, form, received_at);
create index leads_forward_due on leads (forward_due_at) where forward_state = 'received';
create index leads_not_taken on leads (forward_state, id)
  where forward_state in ('quarantined', 'rejected', 'refused', 'refused_late');

-- Submission ids of the last seven days.
create table lead_submissions (
  submission_id uuid primary key,
  lead_id uuid not null,
  received_at timestamptz not null default now()
);
create index lead_submissions_received_at on lead_submissions using brin (received_at);

create table lead_events (
  id bigint generated always as identity primary key,
  lead_id uuid not null references leads (id) on delete cascade,
  kind text not null,
  detail text,
  at timestamptz not null default now()
);
create index lead_events_lead on lead_events (lead_id, id);

create table lead_files (
  id uuid primary key,
  -- Null until a lead owns it.
  lead_id uuid unique references leads (id) on delete cascade,
  name text not null,
  type text not null,
  -- In bytes. During the upload, the reserved maximum.
  size integer not null default 0,
  created_at timestamptz not null default now(),
  -- True if the upload is suspected spam and has no lead yet.
  suspect boolean not null default false
);

create table lead_file_chunks (
  file_id uuid not null references lead_files (id) on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (file_id, number)
);
alter table lead_file_chunks alter column bytes set storage external;

-- ---------------------------------------------------------------- enrolment

-- Key of the person with an email address: in lower case, without the part after a plus sign, and without
-- dots in the local part of Gmail addresses.
create function person_key(email text) returns text language sql immutable as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain end
  from (select split_part(split_part(lower(trim(email)), '@', 1), '+', 1) as name,
    split_part(lower(trim(email)), '@', 2) as domain) as parts
$$;

create table coupons (
  id bigint generated always as identity primary key,
  -- In upper case.
  code text not null unique check (code = upper(code)),
  -- Name of the coupon that payers see.
  label text not null,
  -- Discount in whole per cent; null if the coupon has an amount.
  percent integer check (percent between 1 and 99),
  -- Subtracted from the sub total of an order.
  amount_paise bigint check (amount_paise > 0),
  -- Ids of courses. If courses, categories and batches are empty, the coupon is valid for every seat;
  -- otherwise for every seat that one of them names.
  courses bigint[] not null default '{}',
  categories text[] not null default '{}',
  batches bigint[] not null default '{}',
  starts_at timestamptz not null,
  -- End of validity, exclusive; null if the coupon has no end.
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_email integer check (max_uses_per_email > 0),
  min_seats integer not null default 1 check (min_seats > 0),
  -- True if the page applies the coupon without input of its code.
  automatic boolean not null default false,
  closed_at timestamptz,
  created_at timestamptz not null,
  check (num_nonnulls(percent, amount_paise) = 1),
  check (ends_at > starts_at)
);

-- Six characters without similar ones, for telephone calls. A booking number gives no access.
create function new_booking_number() returns text language plpgsql volatile as $$
declare
  letters constant text := '23456789ACDEFHJKMNPRTUVWXY';
  chosen text;
begin
  loop
    select string_agg(substr(letters, 1 + floor(random() * length(letters))::integer, 1), '')
      into chosen from generate_series(1, 6);
    if not exists (select from orders where booking_number = chosen) then return chosen; end if;
  end loop;
end $$;

create table orders (
  -- Also the `receipt` of the order at the payment provider.
  id uuid primary key,
  -- Id of the checkout form without scripts that opened the order. `attempt_hash` is the SHA-256 of its
  -- values.
  attempt uuid unique,
  attempt_hash text,
  -- The order that this order replaces. The replaced order is cancelled and refunded in full when this order
  -- is booked.
  exchanges uuid references orders (id),
  -- Number of the order in emails, on documents and in the console.
  booking_number text not null unique default new_booking_number(),
  -- Id of the order at the payment provider.
  provider_order_id text unique,
  state text not null
    check (state in ('created', 'attempted', 'paid', 'booked', 'needs_review', 'refund_due', 'refunded', 'cancelled')),
  booking text not null check (booking in ('none', 'due', 'ordered', 'booked', 'review', 'late', 'dropped')),
  batch jsonb not null,
  seats integer not null check (seats > 0),
  unit_paise bigint not null check (unit_paise > 0),
  sub_total_paise bigint not null,
  gst_paise bigint not null check (gst_paise >= 0),
  total_paise bigint not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  attribution jsonb,
  receipt_token text not null unique,
  -- The payment that pays for the order.
  payment_id text unique,
  -- Why an operator must decide about the order.
  review_reason text,
  booking_attempts integer not null default 0,
  -- End of the lease of the booking call. If the lease has ended and is still set, the outcome of the call is
  -- unknown.
  booking_claimed_until timestamptz,
  -- When the reconciler next queries the payment provider; null if it no longer queries.
  next_check_at timestamptz,
  paid_at timestamptz,
  booked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 0,
  -- Id in the log of the request that opened the order.
  request_id text,
  booking_overdue boolean not null default false,
  cancelled_seats integer not null default 0,
  -- Number of cancelled seats that the upstream has accepted.
  reported_seats integer not null default 0,
  -- Whether the order's seats are held; null if the upstream does not count seats.
  seat_hold text check (seat_hold in ('held', 'released')),
  -- End of the hold as shown to the payer. The hold ends when the reconciler has queried the payment provider
  -- after this time.
  held_until timestamptz,
  -- Hash of the payer's network address, deleted after a day. Limits of unpaid seats count by it.
  opened_from text,
  -- Discount on the sub total, subtracted before tax.
  discount_paise bigint not null default 0,
  -- The coupon of the discount.
  coupon_code text,
  -- Two-digit code of the payer's state. `supplier_state` is the code of the supplier's state at the creation
  -- of the order.
  billing_state text,
  supplier_state text,
  -- Body of the booking call, fixed at the first attempt. Every retry sends it unchanged.
  booking_body text,
  -- Attendees that the payer or an operator has named.
  attendees jsonb not null default '[]',
  -- Incremented with each change of the attendees.
  attendees_version integer not null default 0,
  -- Version of the attendees that the upstream has; 0 if it has none.
  attendees_reported integer not null default 0,
  -- Place of supply by which the tax was computed.
  place_of_supply text,
  place_assumed boolean not null default false,
  -- Company that buys; null for a person.
  company jsonb,
  -- Billing address of a payer without GST registration.
  billing_address jsonb,
  -- Time of the last move to another batch.
  moved_at timestamptz,
  -- Version of the privacy notice at the creation of the order.
  notice_version text,
  -- Terms at the creation of the order.
  terms jsonb not null,
  check (sub_total_paise = unit_paise * seats),
  check (booking in ('none', 'dropped') or payment_id is not null),
  check (discount_paise between 0 and sub_total_paise),
  constraint orders_total check (total_paise >= 100 and total_paise = sub_total_paise - discount_paise + gst_paise)
);
create index orders_booked_by_start on orders ((batch ->> 'start_date')) where booking = 'booked';
create index orders_by_age on orders (created_at, id);
create index orders_by_email on orders (lower(email)) where email <> '';
create index orders_by_payment on orders (paid_at) where paid_at is not null;
create index orders_by_state on orders (state, created_at);
create index orders_dropped_claimed on orders (booking_claimed_until)
  where booking = 'dropped' and booking_claimed_until is not null;
create index orders_exchanging on orders (exchanges) where exchanges is not null;
create index orders_holding on orders (held_until)
  where seat_hold = 'held' and payment_id is null and held_until is not null;
create index orders_opened_from on orders (opened_from) where opened_from is not null;
create index orders_of_batch on orders (((batch ->> 'course_schedule_id')::bigint))
  where seat_hold is not null or booking <> 'none';
create index orders_to_book on orders (updated_at) where booking in ('due', 'ordered');
create index orders_to_check on orders (next_check_at) where next_check_at is not null;

create table order_payments (
  payment_id text primary key,
  order_id uuid not null references orders (id),
  role text not null check (role in ('tried', 'pays', 'unmatched')),
  -- Derived from the ledger, for queries: whether a refund is due or done.
  refund text not null check (refund in ('none', 'due', 'done')),
  -- Last known status at the payment provider.
  status text not null,
  amount_paise bigint not null,
  currency text not null,
  seen_at timestamptz not null,
  updated_at timestamptz not null,
  -- Derived from the ledger, for queries, like the other balances in paise.
  kept_paise bigint not null default 0,
  owed_paise bigint not null default 0,
  unmatched_paise bigint not null default 0,
  undecided_paise bigint not null default 0,
  uncaptured boolean not null default false,
  -- When the reconciler last read the payment's refunds from the payment provider.
  refunds_checked_at timestamptz,
  -- When the payment is refunded if no operator decides earlier.
  auto_refund_at timestamptz
);
create unique index one_payment_pays on order_payments (order_id) where role = 'pays';
create index order_payments_of_order on order_payments (order_id);
create index order_payments_auto_refund on order_payments (auto_refund_at) where auto_refund_at is not null;
create index order_payments_refund_due on order_payments (updated_at) where refund = 'due';

-- Orders of ₹1 that check a set-up. They are paid and refunded, without a booking, document, lead or email.
create table check_orders (
  -- Also the `receipt` at the payment provider, and part of the URL of the payment page.
  id uuid primary key,
  provider_order_id text not null unique,
  state text not null check (state in ('created', 'paid', 'refunded', 'expired')),
  payment_id text unique,
  -- Idempotency key of the refund, and its `receipt` at the payment provider.
  refund_key uuid not null,
  provider_refund_id text unique,
  check ((payment_id is not null) = (state in ('paid', 'refunded'))),
  check ((provider_refund_id is not null) = (state = 'refunded')),
  created_at timestamptz not null,
  paid_at timestamptz,
  refunded_at timestamptz
);
create index check_orders_open on check_orders (created_at) where state in ('created', 'paid');

-- Money of orders as double entries. Rows are only added. No row has personal data, so an erasure keeps them.
-- Accounts for the place of money: `gateway` (at the payment provider), `in_flight` (refunds that the
-- provider has accepted), `bank` (settlements, and transfers to payers), `undecided` (refunds made in the
-- dashboard, without a decision here), `disputed` (deducted for disputes by settlements, less the amounts of
-- decided disputes).
-- Accounts for claims: `customer` (paid for a sale), `unmatched` (captured payments that pay for no order),
-- `owed` (to be returned), `requested` (a refund is requested).
-- Accounts for results: `goodwill` (gifts), `bad_debt` (supplied services whose money the bank took back),
-- `fees` and `input_gst` (the provider's fee and the tax on it), `retained` (kept for cancelled seats,
-- without tax), `round_off`.
-- Accounts for documents: `unearned` (services to be supplied, without tax), `output_*` (tax), `advance_gst`
-- (tax of receipt vouchers, until the invoice).
create table ledger_entries (
  id bigint generated always as identity primary key,
  order_id uuid references orders (id),
  check_order_id uuid references check_orders (id),
  payment_id text not null,
  debit text not null check (debit in ('gateway', 'in_flight', 'undecided', 'disputed', 'bank', 'customer', 'unmatched', 'owed', 'requested', 'goodwill',
    'bad_debt', 'fees', 'input_gst', 'unearned', 'retained', 'advance_gst', 'output_cgst', 'output_sgst', 'output_utgst', 'output_igst',
    'round_off')),
  credit text not null check (credit in ('gateway', 'in_flight', 'undecided', 'disputed', 'bank', 'customer', 'unmatched', 'owed', 'requested', 'goodwill',
    'bad_debt', 'fees', 'input_gst', 'unearned', 'retained', 'advance_gst', 'output_cgst', 'output_sgst', 'output_utgst', 'output_igst',
    'round_off')),
  check (debit <> credit),
  paise bigint not null check (paise > 0),
  reason text not null check (reason in ('sale', 'unmatched', 'seat', 'no_seats', 'goodwill', 'price_reduction',
    'service_supplied', 'refund', 'transfer', 'dispute', 'fee', 'settlement', 'document', 'check')),
  check ((order_id is null) = (reason = 'check')),
  check ((check_order_id is not null) = (reason = 'check')),
  -- `payment:<id>`, `refund:<id>`, `transfer:<reference>`, `dispute:<id>`, `event:<what>`, `settled:<entry's id>`,
  -- `document:<number>`.
  cause text not null,
  -- Version of the order, because a cause can repeat after a failed refund. 0 if the cause occurs once.
  step integer not null,
  -- `YYYY-MM-DD` in India.
  day date not null default (clock_timestamp() at time zone 'Asia/Kolkata')::date,
  -- `YYYY-MM-DD` in India: day on which the tax of a document is due; null for other entries.
  tax_day date,
  check ((tax_day is not null) = (reason = 'document')),
  at timestamptz not null default clock_timestamp()
);
create unique index ledger_entries_once on ledger_entries
  (coalesce(order_id, check_order_id), payment_id, cause, step, debit, credit);
create index ledger_entries_of_order on ledger_entries (order_id);
create index ledger_entries_of_payment on ledger_entries (payment_id);

create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are neither changed nor deleted' using errcode = 'restrict_violation';
end $$;
create trigger ledger_stays before update or delete on ledger_entries
  for each row execute function refuse_change_of_ledger();
create trigger ledger_stays_whole before truncate on ledger_entries
  for each statement execute function refuse_change_of_ledger();

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  at timestamptz not null,
  source text not null check (source in ('browser', 'webhook', 'reconciler', 'worker', 'operator')),
  event text not null,
  payment_id text,
  -- Reason or note, without personal data.
  note text,
  state text not null
    check (state in ('created', 'attempted', 'paid', 'booked', 'needs_review', 'refund_due', 'refunded', 'cancelled'))
);
create index order_events_of_order on order_events (order_id, id);

create table refunds (
  -- Also the idempotency key of the request, and its `receipt` at the payment provider.
  id uuid primary key,
  order_id uuid not null references orders (id),
  payment_id text not null references order_payments (payment_id),
  provider_refund_id text unique,
  amount_paise bigint not null check (amount_paise > 0),
  state text not null check (state in ('requested', 'pending', 'processed', 'failed')),
  source text not null check (source in ('operator', 'dashboard', 'automatic')),
  -- Number of seats that are cancelled with the refund.
  seats integer,
  -- Note of the operator, without personal data.
  note text,
  -- Reason of the payment provider's refusal.
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refunds_of_order on refunds (order_id);
create index refunds_newest on refunds (created_at desc, id desc);
create index refunds_open on refunds (updated_at) where state in ('requested', 'pending');

create table disputes (
  -- Id at the payment provider.
  id text primary key,
  order_id uuid not null references orders (id),
  payment_id text not null references order_payments (payment_id),
  state text not null check (state in ('open', 'waiting', 'over')),
  -- Status at the payment provider.
  status text not null,
  phase text,
  amount_paise bigint not null,
  -- Amount that the bank has taken back.
  lost_paise bigint not null,
  respond_by timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index disputes_of_order on disputes (order_id);
create index disputes_newest on disputes (created_at desc, id desc);

create table cases (
  id bigint generated always as identity primary key,
  -- Null if the order is unknown.
  order_id uuid references orders (id),
  kind text not null check (kind in ('booking_review', 'booking_overdue', 'late_payment', 'second_payment', 'unfit_payment',
    'refund_unsent', 'refund_failed', 'return_undecided', 'dispute', 'unreadable_payment', 'order_missing',
    'payment_of_another_order', 'refund_overdue', 'cancellation_refused', 'attendees_refused', 'move_refused',
    'invoice_correction', 'change_requested', 'batch_changed', 'batch_vanished', 'ledger_differs', 'dashboard_refund_failed',
    'returned_too_much', 'glyph_missing', 'copies_left')),
  -- Id of the payment, refund, dispute, change, document request or erasure that the case is about; empty if
  -- the case is about the order.
  subject text not null,
  reason text,
  opened_at timestamptz not null,
  closed_at timestamptz,
  note text,
  -- Referenced by rows that need an open case.
  open boolean generated always as (closed_at is null) stored,
  unique (id, open)
);
create index cases_of_order on cases (order_id);
create index cases_of_subject on cases (subject) where subject <> '';
create unique index one_open_case on cases (coalesce(order_id::text, ''), kind, subject) where closed_at is null;

-- Checks at the end of each transaction that money that waits for a decision has an open case. A payment that
-- pays for no order must have a deadline.
create function require_case_of_money() returns trigger language plpgsql as $$
begin
  if exists (
    select from order_payments as payment
    where payment.order_id = coalesce(new.order_id, old.order_id)
      and (payment.owed_paise <> 0 or payment.unmatched_paise <> 0 or payment.undecided_paise <> 0)
      and not exists (select from cases where cases.order_id = payment.order_id
        and cases.subject = payment.payment_id and cases.closed_at is null
        and cases.kind in ('second_payment', 'unfit_payment', 'refund_unsent', 'refund_failed', 'return_undecided'))
  ) then
    raise exception 'money of the order % waits without a case', coalesce(new.order_id, old.order_id)
      using errcode = 'check_violation', constraint = 'waiting_money_has_a_case';
  end if;
  if exists (select from order_payments
    where order_id = coalesce(new.order_id, old.order_id) and unmatched_paise <> 0 and auto_refund_at is null) then
    raise exception 'unmatched money of the order % waits without a deadline', coalesce(new.order_id, old.order_id)
      using errcode = 'check_violation', constraint = 'waiting_money_has_a_case';
  end if;
  return null;
end $$;
create constraint trigger waiting_money_has_a_case after insert or update on order_payments
  deferrable initially deferred for each row
  when (new.owed_paise <> 0 or new.unmatched_paise <> 0 or new.undecided_paise <> 0)
  execute function require_case_of_money();
create constraint trigger waiting_money_has_a_case after update on cases
  deferrable initially deferred for each row
  when (new.closed_at is not null and new.order_id is not null and new.subject <> '')
  execute function require_case_of_money();

create table webhook_events (
  event_id text primary key,
  event text not null,
  received_at timestamptz not null,
  -- `set_aside` if a case was opened for the event.
  outcome text check (outcome in ('taken', 'ignored', 'set_aside')),
  -- Order of the event; null if the order is not ours.
  order_id uuid
);
create index webhook_events_newest on webhook_events (received_at desc, event_id desc);
create index webhook_events_set_aside on webhook_events (received_at desc, event_id desc) where outcome = 'set_aside';

-- Payments that a browser reported with a valid signature, and that could not be processed immediately.
create table payment_claims (
  payment_id text primary key,
  -- Id of the order at the payment provider.
  provider_order_id text not null,
  received_at timestamptz not null,
  next_check_at timestamptz not null,
  settled_at timestamptz,
  -- `given_up`: the provider never reported this payment as captured.
  outcome text check (outcome in ('taken', 'given_up'))
);
create index payment_claims_open on payment_claims (next_check_at) where settled_at is null;

create table coupon_uses (
  order_id uuid primary key references orders (id),
  coupon_id bigint not null references coupons (id),
  -- `reserved` with the order, `redeemed` with its payment, `released` if it ended unpaid.
  state text not null check (state in ('reserved', 'redeemed', 'released')),
  -- Hash of the payer's network address; null after the reservation.
  reserved_from text check (reserved_from is null or state = 'reserved'),
  reserved_at timestamptz not null,
  updated_at timestamptz not null
);
create index coupon_uses_counted on coupon_uses (coupon_id) where state <> 'released';

-- Changes of bookings for the upstream, stored in the transaction that decides them. A change has the
-- remaining seats, a batch to move to, or the attendees.
create table booking_changes (
  -- Also the idempotency key of the call, and the subject of its case.
  id uuid primary key,
  -- Changes of a booking are sent in this order.
  number bigint generated always as identity,
  order_id uuid not null references orders (id),
  -- Remaining seats of the booking.
  seats integer check (seats >= 0),
  -- The batch to move to. The order keeps its present batch until the upstream accepts the move.
  batch jsonb,
  requested_by text check (requested_by in ('payer', 'operator')),
  -- Price of a seat in that batch, before discounts and GST, if it is cheaper.
  unit_paise bigint check (unit_paise > 0),
  -- Erased with the contact details of the order.
  attendees jsonb,
  -- Version of the order's attendees.
  attendees_version integer,
  -- `due`: not sent yet. `accepted`: accepted by the upstream. `refused`: refused by the upstream. `by_hand`:
  -- the upstream does not support changes. An operator has an open case for the last two. `closed`: not made,
  -- because an operator decided it or a later change replaced it.
  state text not null check (state in ('due', 'accepted', 'refused', 'by_hand', 'closed')),
  attempts integer not null default 0,
  -- Lease of one call.
  busy_until timestamptz,
  -- Reason of the upstream's refusal.
  reason text,
  open_case bigint,
  case_open boolean not null default true check (case_open),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(seats, batch, attendees_version) = 1),
  check ((batch is null) = (requested_by is null)),
  check (unit_paise is null or batch is not null),
  constraint booking_changes_left_with_case check ((state in ('refused', 'by_hand')) = (open_case is not null)),
  -- A case cannot be closed while its change is open.
  constraint booking_changes_open_case foreign key (open_case, case_open) references cases (id, open)
    deferrable initially deferred
);
create index booking_changes_due on booking_changes (updated_at) where state = 'due';
create index booking_changes_of_case on booking_changes (open_case) where open_case is not null;
create index booking_changes_of_order on booking_changes (order_id, number);
create index booking_changes_to_batch on booking_changes (((batch ->> 'course_schedule_id')::bigint))
  where state = 'due' and batch is not null;
create unique index one_open_move on booking_changes (order_id) where batch is not null and state in ('due', 'refused', 'by_hand');

-- Corrections of the billing details that payers request for their invoices.
create table billing_corrections (
  order_id uuid primary key references orders (id) on delete cascade,
  billing jsonb not null,
  -- Number of requests. A request that replaces a pending one is not counted.
  times integer not null default 1,
  requested_at timestamptz not null,
  -- When an operator applied or declined the request.
  settled_at timestamptz
);

create table abandoned_checkouts (
  order_id uuid primary key references orders (id),
  -- SHA-256 of the payer's email address.
  email_key text not null,
  course_id bigint not null,
  -- Last segment of the link.
  token text not null unique,
  -- Number of enqueued emails.
  mails integer not null,
  -- When the last email was enqueued.
  enqueued_at timestamptz not null,
  -- When the link was first opened.
  opened_at timestamptz,
  -- Newest order that was opened by the link.
  resumed_order_id uuid
);
create unique index abandoned_checkouts_of_buyer on abandoned_checkouts (email_key, course_id);

create table manage_links (
  -- SHA-256 of the token in the link, so that the table does not reveal the link.
  token_hash text primary key,
  order_id uuid not null references orders (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the link was used. A link makes one change.
  used_at timestamptz
);
create index manage_links_of_order on manage_links (order_id, created_at);

create table change_requests (
  -- Also the subject of its case.
  id uuid primary key,
  order_id uuid not null references orders (id),
  change text not null check (change in ('attendees', 'cancel', 'move')),
  -- May have names and email addresses. Deleted with the contact details of the order.
  requested jsonb not null,
  created_at timestamptz not null
);
create index change_requests_of_order on change_requests (order_id, created_at);

-- Differences between a sold batch and the upstream.
create table batch_changes (
  -- Also the subject of its case.
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  course_id bigint not null,
  kind text not null check (kind in ('changed', 'vanished')),
  -- Batch of the upstream; null if the upstream has none.
  batch jsonb,
  -- `confirmed` or `dismissed` by an operator. `over`: the upstream changed the batch again.
  state text not null check (state in ('open', 'confirmed', 'dismissed', 'over')),
  note text,
  found_at timestamptz not null,
  settled_at timestamptz
);
create index batch_changes_of_batch on batch_changes (batch_id, id);
create unique index batch_changes_open on batch_changes (batch_id) where state = 'open';

-- Decisions of operators about a batch, which apply regardless of the upstream's data.
create table batch_plans (
  batch_id bigint primary key,
  -- Minimum number of seats to be sold.
  min_seats integer check (min_seats > 0),
  state text not null default 'open' check (state in ('open', 'confirmed', 'postponed', 'called_off')),
  -- For a batch that is called off. `refund`: every booking is refunded. `choose`: each payer chooses another
  -- batch or a refund.
  outcome text check (outcome in ('refund', 'choose')),
  check ((state = 'called_off') = (outcome is not null)),
  decided_at timestamptz,
  -- When the upstream confirmed that the called-off batch is not on sale.
  closed_upstream_at timestamptz,
  updated_at timestamptz not null
);
create index batch_plans_called_off on batch_plans (batch_id) where state = 'called_off';

-- Joining instructions that an operator set.
create table batch_joining (
  batch_id bigint primary key,
  -- Null if the instructions of the upstream apply again.
  joining text,
  -- Incremented with each change.
  version integer not null,
  -- Version of which attendees were last notified.
  notified_version integer not null,
  updated_at timestamptz not null
);

-- Messages of operators to all payers and attendees of a batch.
create table batch_messages (
  id uuid primary key,
  batch_id bigint not null,
  subject text not null,
  body text not null,
  -- Email address of the operator.
  sent_by text not null,
  -- Number of addresses to which the message was enqueued.
  addresses integer not null,
  -- Number of suppressed addresses, to which no email is sent.
  suppressed integer not null,
  created_at timestamptz not null
);
create index batch_messages_of_batch on batch_messages (batch_id, id);

create table batch_sell_outs (
  batch_id bigint primary key,
  is_sold_out boolean not null,
  -- Number of times that the batch sold out.
  times integer not null,
  updated_at timestamptz not null
);

-- The newest read of a batch's seats at the upstream. A transaction locks the row before it reserves seats.
create table seat_batches (
  batch_id bigint primary key,
  seats_total integer check (seats_total >= 0),
  seats_left integer check (seats_left >= 0),
  -- When the read began, by the database's clock.
  read_at timestamptz not null
);

create table waitlist_entries (
  -- Lead of the entry, which has the contact details.
  lead_id uuid primary key references leads (id),
  course_id bigint not null,
  batch_id bigint not null,
  seats integer not null check (seats > 0),
  state text not null check (state in ('waiting', 'offered', 'taken', 'declined', 'lapsed', 'closed')),
  joined_at timestamptz not null,
  -- When the entry was first skipped, because it wanted more seats than were free. `passed_over_seats` is the
  -- number that was free.
  passed_over_at timestamptz,
  passed_over_seats integer,
  -- Last segment of the URL of the offer, which gives access to it.
  token text unique,
  batch jsonb,
  offered_at timestamptz,
  offer_ends_at timestamptz,
  -- Order that has or had the offered seats.
  order_id uuid references orders (id),
  -- Reason of the closing, without personal data.
  note text,
  updated_at timestamptz not null,
  check (state in ('waiting', 'closed') or (token is not null and offer_ends_at is not null))
);
create index waitlist_offered on waitlist_entries (batch_id) where state = 'offered';
create index waitlist_orders on waitlist_entries (order_id);
create index waitlist_waiting on waitlist_entries (batch_id, joined_at) where state = 'waiting';

-- True while the seats of an offer are counted with its order, which holds, has paid or has booked them.
create function keeps_offer(o orders) returns boolean language sql immutable as $$
select o.seat_hold is distinct from 'released' or o.booking in ('booked', 'ordered', 'dropped')
$$;

-- The seats of a batch that each order and each open offer of the waiting list reserves. A payment after the
-- end of its hold reserves no seats until they are found free. A decision of an operator to book reserves
-- them. Cancelled seats become free when the upstream accepts the cancellation. The seats of an offer that
-- are in an order are counted with the order.
-- may_lapse: true if the seats become free by time alone. The condition on orders is that of the index
-- orders_of_batch.
create view reserved_seats as
select (o.batch ->> 'course_schedule_id')::bigint as batch_id,
  case
    when o.booking = 'booked' then greatest(o.seats - o.reported_seats, 0)
    when o.booking = 'ordered' then o.seats
    when o.booking in ('due', 'review') and o.seat_hold is distinct from 'released' then o.seats
    when o.booking = 'none' and o.payment_id is null and o.seat_hold = 'held' then o.seats
    else 0
  end as seats,
  o.id as order_id, null::text as offer, o.booking = 'none' as may_lapse,
  o.booking = 'booked' as is_booked, o.booked_at, o.moved_at
from orders o
where o.seat_hold is not null or o.booking <> 'none'
union all
-- Until the upstream answers, a moved booking counts in both batches.
select (c.batch ->> 'course_schedule_id')::bigint, greatest(o.seats - o.reported_seats, 0), o.id, null, false, false, null, null
from booking_changes c join orders o on o.id = c.order_id
where c.state = 'due' and c.batch is not null
union all
-- clock_timestamp(), because now() is the start of the transaction, before the wait for the lock.
select w.batch_id, w.seats, w.order_id, w.token, true, false, null::timestamptz, null::timestamptz
from waitlist_entries w
where w.state = 'offered' and w.offer_ends_at > clock_timestamp()
  and not exists (select from orders o where o.id = w.order_id and keeps_offer(o));

-- The reserved seats of batches. `unknown` has the reserved seats that the upstream did not know at the read:
-- seats that are not booked, or were booked or moved there later. Stable, so that PostgreSQL inlines it into
-- the calling statement.
create function taken_seats(batches bigint[], since timestamptz)
  returns table (batch_id bigint, taken integer, unknown integer) language sql stable as $$
select r.batch_id, sum(r.seats)::integer,
  coalesce(sum(r.seats) filter (
    where not r.is_booked or r.booked_at >= since or r.moved_at >= since), 0)::integer
from reserved_seats r
where r.batch_id = any (batches)
group by r.batch_id
$$;

-- Stores the newest read of any replica, and locks the row until the transaction ends. The functions that
-- lock are volatile, so that each of their statements sees the rows that were committed during the wait. They
-- are written in PL/pgSQL, which keeps plans.
create function lock_batch(batch bigint, total integer, remaining integer, read_time timestamptz)
  returns seat_batches language plpgsql volatile as $$
declare
  newest seat_batches;
begin
  insert into seat_batches as known (batch_id, seats_total, seats_left, read_at)
    values (batch, total, remaining, read_time)
  on conflict (batch_id) do update set
    seats_total = case when excluded.read_at >= known.read_at then excluded.seats_total else known.seats_total end,
    seats_left = case when excluded.read_at >= known.read_at then excluded.seats_left else known.seats_left end,
    read_at = greatest(excluded.read_at, known.read_at)
  returning known.* into newest;
  return newest;
end
$$;

-- @returns the free seats of a batch; null if the upstream does not count seats
create function free_seats(batch seat_batches) returns integer language plpgsql volatile as $$
declare
  ours record;
begin
  if batch.seats_left is null and batch.seats_total is null then return null; end if;
  select t.taken, t.unknown into ours from taken_seats(array[batch.batch_id], batch.read_at) t;
  return greatest(0, coalesce(
    batch.seats_left - coalesce(ours.unknown, 0),
    batch.seats_total - coalesce(ours.taken, 0)));
end
$$;

-- Checks in one statement whether an order can hold its seats. Outcomes: uncounted, held, not_held, short
-- (with seats_left and uncertain), over_limit (with seat_limit), closed (the batch is called off). uncertain:
-- seats that may be counted twice, because the upstream may count their bookings already, although its answer
-- is not stored.
-- Locks the batch, then the payer's network address.
create function hold_seats(
  for_batch bigint, total integer, remaining integer, read_time timestamptz,
  requested integer, offer text, payer_address text, batch_limit integer, address_limit integer,
  out outcome text, out seats_left integer, out offered integer, out seat_limit integer, out uncertain integer
) language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
declare
  newest seat_batches;
  in_batch integer;
  in_all integer;
  lapsed integer;
begin
  offered := 0;
  newest := lock_batch(for_batch, total, remaining, read_time);
  if exists (select from batch_plans p where p.batch_id = for_batch and p.state = 'called_off') then
    outcome := 'closed';
    return;
  end if;
  seats_left := free_seats(newest);
  if seats_left is null then
    outcome := 'uncounted';
    return;
  end if;
  if offer is not null then
    select coalesce(sum(r.seats), 0) into offered
    from reserved_seats r where r.batch_id = for_batch and r.offer = hold_seats.offer;
    seats_left := seats_left + offered;
  end if;
  if requested > seats_left then
    outcome := 'short';
    select coalesce(sum(r.seats), 0) into uncertain
    from reserved_seats r
    where newest.seats_left is not null and r.batch_id = for_batch and r.offer is null and not r.may_lapse
      and (not r.is_booked or r.booked_at >= newest.read_at or r.moved_at >= newest.read_at);
    return;
  end if;
  -- Not by the email: anyone can enter that of another person.
  perform pg_advisory_xact_lock(hashtextextended('seats ' || payer_address, 0));
  select
      coalesce(sum(o.seats) filter (where o.seat_hold = 'held' and o.batch_id = for_batch), 0),
      coalesce(sum(o.seats) filter (where o.seat_hold = 'held'), 0),
      count(*) filter (where o.batch_id = for_batch and o.held_until <= now())
    into in_batch, in_all, lapsed
    from (
      select seats, seat_hold, held_until, (batch ->> 'course_schedule_id')::bigint as batch_id from orders
      where opened_from = payer_address and payment_id is null and held_until is not null
    ) o;
  seat_limit := case
    when in_batch + requested > batch_limit then batch_limit
    when in_all + requested > address_limit then address_limit
  end;
  outcome := case
    when seat_limit is not null then 'over_limit'
    -- Otherwise one address could keep a batch from all others, hold after hold. The seats of an offer are its own.
    when lapsed > 0 and offered = 0 then 'not_held'
    else 'held'
  end;
end
$$;

-- Requests for documents, each with a copy of the data that its document needs.
create table document_requests (
  id uuid primary key,
  order_id uuid not null,
  kind text not null check (kind in ('invoice', 'correction')),
  -- Version of the order. Unique with order and kind, so that a change makes one request.
  order_version integer not null,
  supply jsonb not null,
  -- Total credited amount of the order; null if the kind is not `correction`.
  credited_paise bigint check (credited_paise > 0),
  -- Reason of a correction.
  reason text check (reason in ('cancellation', 'part_cancellation', 'goodwill', 'correction', 'dispute', 'returned')),
  -- Number of seats of the correction.
  cancelled_seats integer not null default 0 check (cancelled_seats >= 0),
  -- Earliest time of issue; null if the document waits for an operator.
  issue_from timestamptz,
  -- True if the document is issued or not needed.
  is_settled boolean not null default false,
  created_at timestamptz not null,
  unique (order_id, kind, order_version),
  check ((kind = 'correction') = (credited_paise is not null)),
  check ((kind = 'correction') = (reason is not null))
);
create index document_requests_open on document_requests (issue_from) where not is_settled;

create table invoice_counters (
  series text not null,
  -- April to March, for example `2627`.
  financial_year text not null,
  -- Greater than 1 if the numbers continue those of another system.
  first_number integer not null default 1,
  last_number integer not null,
  last_issued_at timestamptz not null,
  primary key (series, financial_year)
);

create table invoices (
  number text primary key check (number ~ '^[A-Z1-9][A-Z0-9/]{0,15}$'),
  request_id uuid not null references document_requests (id),
  order_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note', 'receipt_voucher', 'refund_voucher')),
  series text not null,
  financial_year text not null,
  serial integer not null check (serial > 0),
  -- The document that this one corrects.
  reference text references invoices (number),
  issued_at timestamptz not null,
  -- `YYYY-MM-DD` in India.
  issued_on date not null,
  registered boolean not null,
  -- Two-digit code of the state.
  place_of_supply text not null,
  place_assumed boolean not null,
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  utgst_paise bigint not null,
  igst_paise bigint not null,
  round_off_paise bigint not null,
  total_paise bigint not null check (total_paise > 0),
  -- True for a commercial credit note, which is issued too late to reduce the tax.
  without_tax boolean not null default false,
  e_invoice jsonb not null,
  details jsonb not null,
  -- Number of the registration portal. Written once after the issue, like `ack_no`, `ack_on` and `signed_qr`.
  irn text,
  ack_no text,
  ack_on text,
  signed_qr text,
  unique (request_id, kind),
  unique (series, financial_year, serial),
  check (not without_tax or (kind = 'credit_note' and taxable_paise = total_paise)),
  check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise + round_off_paise = total_paise)
);
create index invoices_by_day_and_number on invoices (issued_on desc, number desc);
create index invoices_of_order on invoices (order_id);

create table invoice_files (
  number text primary key references invoices (number),
  body bytea not null,
  sha256 text not null,
  created_at timestamptz not null
);

-- Refuses changes and deletions of issued documents, except for their registration.
create function refuse_change_of_issued() returns trigger language plpgsql as $$
declare
  registration constant text[] := array['irn', 'ack_no', 'ack_on', 'signed_qr'];
begin
  -- The number of the registration portal comes later, and once.
  if tg_op = 'UPDATE' and tg_table_name = 'invoices' then
    if to_jsonb(old) ->> 'irn' is null
      and to_jsonb(new) - registration = to_jsonb(old) - registration then
      return new;
    end if;
  end if;
  raise exception 'what is issued is neither changed nor deleted' using errcode = 'restrict_violation';
end $$;
create trigger issued_stays before update or delete on invoices
  for each row execute function refuse_change_of_issued();
create trigger issued_stays_whole before truncate on invoices
  for each statement execute function refuse_change_of_issued();
create trigger issued_stays before update or delete on invoice_files
  for each row execute function refuse_change_of_issued();
create trigger issued_stays_whole before truncate on invoice_files
  for each statement execute function refuse_change_of_issued();

create table settled_entries (
  -- Id of the payment, refund or adjustment at the payment provider.
  id text primary key,
  -- Type at the payment provider.
  type text not null,
  payment_id text,
  dispute_id text,
  amount_paise bigint not null,
  credit_paise bigint not null,
  debit_paise bigint not null,
  fee_paise bigint not null,
  tax_paise bigint not null,
  settlement_id text not null,
  utr text,
  settled_at timestamptz not null
);

-- Differences between our data and a partner's, as of the last nightly comparison. A row is deleted when both
-- agree.
create table differences (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('batch_seats', 'booking', 'refund', 'payment')),
  -- Id of the batch, order, refund or payment.
  subject text not null,
  title text not null,
  order_id uuid references orders (id),
  batch_id bigint,
  -- Our data as text for operators, without personal data. `theirs` is the data of the partner.
  ours text not null,
  theirs text not null,
  found_at timestamptz not null,
  unique (kind, subject)
);

-- ---------------------------------------------------------------- training

-- Pages for the trainers of batches. A new page replaces the earlier one.
create table class_lists (
  batch_id bigint primary key,
  -- SHA-256 of the last segment of the page's URL, which gives access to the page.
  token_hash text not null unique,
  -- Email address of the trainer.
  email text not null,
  sent_at timestamptz not null,
  ends_at timestamptz not null
);

-- Attendees who were present on a day of class. The name is part of the key, so that another person at the
-- same email address does not get the attendance.
create table attendance (
  order_id uuid not null references orders (id),
  batch_id bigint not null,
  -- SHA-256 of the attendee's email address in lower case.
  address_key text not null,
  name text not null,
  day date not null,
  recorded_at timestamptz not null,
  -- Email address of an operator; null for the trainer, by the link of the class list.
  recorded_by text,
  primary key (order_id, batch_id, address_key, name, day)
);
create index attendance_of_batch on attendance (batch_id);

-- People who attended without a booking.
create table late_attendees (
  batch_id bigint not null,
  day date not null,
  -- In lower case.
  email text not null,
  name text not null,
  recorded_at timestamptz not null,
  primary key (batch_id, day, email)
);

-- Certificates of attendance. Kept after the retention of their orders, because their holders prove
-- attendance with them. Deleted when the person is erased.
create table certificates (
  number text primary key,
  batch_id bigint not null,
  order_id uuid not null references orders (id),
  -- SHA-256 of the attendee's email address in lower case.
  address_key text not null,
  name text not null,
  course text not null,
  -- Days of class.
  days jsonb not null,
  minutes integer check (minutes > 0),
  -- Credits of the course when it was issued.
  pdus double precision check (pdus > 0),
  seus double precision check (seus > 0),
  issued_at timestamptz not null,
  revoked_at timestamptz,
  -- Reason of the revocation, without personal data.
  revoked_note text,
  -- Null until the first download.
  pdf bytea
);
create index certificates_of_address on certificates (address_key);
create index certificates_of_batch on certificates (batch_id);
create unique index certificates_once on certificates (order_id, batch_id, address_key) where revoked_at is null;

-- Feedback of attendees about a class. A row is created when an attendee is asked.
create table feedback (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references orders (id),
  batch_id bigint not null,
  course_id bigint not null,
  course text not null,
  -- SHA-256 of the attendee's email address in lower case.
  address_key text not null,
  -- SHA-256 of the last segment of the page's URL, which gives access to the page.
  token_hash text not null unique,
  first_name text not null,
  rating integer check (rating between 1 and 5),
  helped text,
  improve text,
  -- Consent to the publication of rating, `helped` and first name.
  may_publish boolean not null default false,
  invited_at timestamptz not null,
  answered_at timestamptz,
  published_at timestamptz,
  -- When an operator unpublished the feedback; null if no operator did, or it is published again.
  unpublished_at timestamptz,
  -- Reason of the operator, without personal data.
  unpublished_note text,
  unique (order_id, batch_id, address_key),
  check (published_at is null or may_publish and unpublished_at is null)
);
create index feedback_of_address on feedback (address_key);
create index feedback_of_batch on feedback (batch_id);
create index feedback_published on feedback (course_id, published_at) where published_at is not null;

-- ---------------------------------------------------------------- privacy

create table consents (
  id uuid default gen_random_uuid() primary key,
  -- SHA-256 of the email address in lower case. It proves the consent after the address is erased.
  address_key text not null,
  channel text not null check (channel in ('email', 'whatsapp', 'phone')),
  -- Version of the text at the checkbox.
  text_version text not null,
  -- Name of the form, or `checkout`.
  form text not null,
  lead_id uuid references leads (id) on delete cascade,
  order_id uuid references orders (id) on delete cascade,
  given_at timestamptz not null default now(),
  -- When the person confirmed the consent by the link in an email. Needed because anyone can enter the
  -- address of another person.
  confirmed_at timestamptz,
  withdrawn_at timestamptz
);
create index consents_of_address on consents (address_key);
create index consents_of_lead on consents (lead_id) where lead_id is not null;
create index consents_of_order on consents (order_id) where order_id is not null;

create table data_requests (
  id uuid primary key,
  kind text not null check (kind in ('access', 'erasure')),
  -- SHA-256 of the last segment of the link.
  token_hash text not null unique,
  -- In lower case; empty after the request is closed.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the person confirmed the request. The deadline is counted from this time.
  confirmed_at timestamptz,
  due_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('erased', 'refused')),
  -- Reason of a refusal, in the words of the operator.
  note text,
  -- Number of erased enquiries over all runs of the erasure. The next three columns are counted in the same
  -- way. An erasure that waits for an order runs again.
  enquiries integer not null default 0,
  bookings integer not null default 0,
  documents integer not null default 0,
  copies integer not null default 0
);
create index data_requests_open on data_requests (due_at) where confirmed_at is not null and closed_at is null;

-- Copies of erased data in other systems. A job deletes a copy, or an operator has an open case for it.
create table erasure_copies (
  id uuid primary key,
  -- Id of the erasure that requested the copies; also the id of its job.
  erasure uuid not null,
  -- `crm_search`: the CRM may have the lead, but did not return the id of its record.
  system text not null check (system in ('crm', 'crm_search', 'upstream')),
  -- For `crm` the CRM's id of the record, for other systems our id of the lead or order.
  record text not null,
  state text not null check (state in ('due', 'by_hand', 'erased')),
  open_case bigint,
  case_open boolean not null default true check (case_open),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (system, record),
  constraint erasure_copies_left_with_case check ((state = 'by_hand') = (open_case is not null)),
  -- A case cannot be closed while a copy of it is open.
  constraint erasure_copies_open_case foreign key (open_case, case_open) references cases (id, open)
    deferrable initially deferred
);
create index erasure_copies_of_case on erasure_copies (open_case) where open_case is not null;
create index erasure_copies_of_erasure on erasure_copies (erasure);
create index erasure_copies_due on erasure_copies (created_at) where state = 'due';

create table complaints (
  id uuid primary key,
  -- Number of the complaint's ticket.
  number integer not null unique,
  channel text not null check (channel in ('mail', 'phone', 'letter', 'other')),
  name text not null,
  -- In lower case.
  email text not null,
  phone text not null,
  order_id uuid references orders (id),
  -- Subject of the complaint, in the words of the operator or the person.
  matter text not null,
  received_at timestamptz not null,
  recorded_at timestamptz not null,
  acknowledge_by timestamptz not null,
  redress_by timestamptz not null,
  acknowledged_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('redressed', 'rejected', 'withdrawn')),
  -- Answer to the person.
  answer text,
  -- When name, email address, phone number, matter and answer were erased.
  erased_at timestamptz
);
create index complaints_of_address on complaints (email) where email <> '';
create index complaints_of_order on complaints (order_id) where order_id is not null;
create index complaints_open on complaints (redress_by) where closed_at is null;

-- ---------------------------------------------------------------- operators

create table operators (
  id text primary key,
  name text not null,
  -- In lower case.
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  role text not null default 'viewer' check (role in ('viewer', 'desk', 'finance', 'admin')),
  two_factor_enabled boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table operator_sessions (
  id text primary key,
  user_id text not null references operators (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- Time of the last step-up in this session.
  stepped_up_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- True if the operator signed in by the identity provider.
  by_oidc boolean not null default false
);
create index operator_sessions_of on operator_sessions (user_id);

create table operator_accounts (
  id text primary key,
  user_id text not null references operators (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  -- Hash of the password.
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index operator_accounts_of on operator_accounts (user_id);

create table operator_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index operator_verifications_of on operator_verifications (identifier);

create table operator_two_factors (
  id text primary key,
  user_id text not null unique references operators (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);

create table operator_passkeys (
  id text primary key,
  user_id text not null references operators (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index operator_passkeys_of on operator_passkeys (user_id);

create table operator_invitations (
  -- SHA-256 of the token in the link.
  token_hash text primary key,
  email text not null,
  role text not null check (role in ('viewer', 'desk', 'finance', 'admin')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);

create table operator_used_codes (
  code_key text primary key,
  used_at timestamptz not null
);

create table operator_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);

create table operator_views (
  id bigint generated always as identity primary key,
  operator_id text not null references operators (id) on delete cascade,
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null,
  unique (operator_id, name)
);

create table operator_actions (
  -- Idempotency key.
  key uuid primary key,
  -- Name of the action, for example `coupons.end`.
  name text not null,
  operator_email text not null,
  -- SHA-256 of name and input. A key is valid for one input.
  input_hash text not null,
  answer jsonb,
  created_at timestamptz not null
);
create index operator_actions_by_age on operator_actions (created_at);

-- Operations that operators begin and workers run in many transactions.
create table operations (
  id uuid primary key,
  -- Name of the operation, for example `orders.reconcile-all`.
  name text not null,
  input jsonb not null,
  -- Operator who began the operation.
  operator_email text not null,
  state text not null check (state in ('waiting', 'running', 'succeeded', 'failed')),
  -- Number of completed parts. `failed` is the number of failed parts.
  done integer not null default 0,
  failed integer not null default 0,
  -- Result as a sentence. `output` is the result as declared in the contract.
  message text,
  output jsonb,
  -- Lease of the process that runs the operation. `attempt` is the number of leases so far.
  busy_until timestamptz,
  attempt integer not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index operations_by_age on operations (ended_at);

-- Last result of each step of the set-up.
create table setup_steps (
  name text primary key,
  state text not null check (state in ('passed', 'failed')),
  -- Result of the check, and advice.
  message text not null,
  checked_at timestamptz not null,
  -- When the step first passed. Never removed.
  passed_at timestamptz,
  -- Email address of the operator.
  checked_by text not null
);

create table assignments (
  subject_kind text not null check (subject_kind in ('order', 'lead')),
  subject_id text not null,
  operator_id text not null references operators (id) on delete cascade,
  assigned_at timestamptz not null,
  primary key (subject_kind, subject_id)
);

create table audit_log (
  -- Set by the trigger, like `at` and `hash`.
  id bigint primary key,
  at timestamptz not null,
  operator_id text,
  operator_email text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb not null,
  request_id text,
  hash bytea not null
);
create index audit_log_of on audit_log (subject_kind, subject_id, id);
create index audit_log_without_operator on audit_log (id) where detail ? 'withoutOperator';

-- Hash over the entry and the hash of the previous entry. It detects changes that bypass the trigger.
create function audit_hash(entry audit_log, previous bytea) returns bytea
language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    (entry).id, extract(epoch from (entry).at)::text, (entry).operator_id, (entry).operator_email, (entry).action,
    (entry).subject_kind, (entry).subject_id, (entry).detail, (entry).request_id)::text, 'UTF8'))
$$;

-- The lock serialises writers until they commit, so that the chain has one end.
create function audit_append() returns trigger language plpgsql as $$
  declare
    last audit_log;
  begin
    perform pg_advisory_xact_lock(7305412290151);
    select * into last from audit_log order by id desc limit 1;
    new.id := coalesce(last.id, 0) + 1;
    new.at := clock_timestamp();
    new.hash := audit_hash(new, coalesce(last.hash, ''::bytea));
    return new;
  end
$$;

create function audit_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end
$$;
create trigger audit_append before insert on audit_log
for each row execute function audit_append();
create trigger audit_refuse before update or delete on audit_log
for each row execute function audit_refuse();
create trigger audit_keep before truncate on audit_log
for each statement execute function audit_refuse();

-- Deadlines of automatic refunds. A disputed payment has none until its disputes are over, because the bank
-- may return its money, too.
create view refund_deadlines as
select p.payment_id, p.order_id, p.auto_refund_at from order_payments p
where p.auto_refund_at is not null
  and not exists (select from disputes d where d.payment_id = p.payment_id and d.state <> 'over');

-- Rows that wait for a partner or a decision, and the time after which they need a case. A bank has ten days
-- for a refund that the payment provider accepted.
create view waiting_rows as
select 'booking' as kind, o.id::text as subject, o.id as order_id,
  case when o.booking = 'due' then coalesce(o.paid_at, o.updated_at) else o.updated_at end as since,
  interval '25 hours' as may_wait,
  exists (select from cases c where c.order_id = o.id and c.closed_at is null
    and c.kind in ('booking_review', 'booking_overdue')) as has_case
from orders o where o.booking in ('due', 'ordered')
union all
select 'booking_change', id::text, order_id, created_at, interval '25 hours', false
from booking_changes where state = 'due'
union all
select 'refund', r.id::text, r.order_id, r.created_at,
  case r.state when 'requested' then interval '25 hours' else interval '10 days 1 hour' end,
  exists (select from cases c where c.subject <> '' and c.subject = r.id::text and c.closed_at is null)
from refunds r where r.state in ('requested', 'pending')
union all
select 'payment_claim', p.payment_id, null, p.received_at, interval '25 hours',
  exists (select from cases c where c.subject <> '' and c.subject = p.payment_id and c.closed_at is null)
from payment_claims p where p.settled_at is null
union all
select 'document', d.id::text, d.order_id, d.issue_from, interval '25 hours',
  exists (select from cases c where c.subject <> '' and c.subject = d.id::text and c.closed_at is null)
from document_requests d where not d.is_settled and d.issue_from <= now()
union all
-- has_case is false, because the refund is automatic and does not depend on its case. A disputed payment
-- waits for the bank.
select 'decision', m.payment_id, m.order_id, m.auto_refund_at - interval '24 hours', interval '25 hours', false
from order_payments m where m.auto_refund_at is not null
  and not exists (select from disputes where disputes.payment_id = m.payment_id and disputes.state <> 'over')
union all
select 'erasure_copy', id::text, null, created_at, interval '25 hours', false
from erasure_copies where state = 'due';

-- Append-only tables. The owner could grant itself the rights again. `owner.ts` grants other roles only the
-- right to add rows.
revoke update, delete, truncate on audit_log, invoices, invoice_files, ledger_entries from current_user;
-- A document is registered after its issue.
grant update (irn, ack_no, ack_on, signed_qr) on invoices to current_user;
