-- Statements of 1.0.0: its inserts, and its calls of functions and views. They work before and after every later migration.

insert into operators (id, name, email, role, created_at, updated_at)
values ('op-1', 'Meera', 'meera@academy.example', 'admin', now(), now());
insert into operator_sessions (id, user_id, token, expires_at, created_at, updated_at)
values ('session-1', 'op-1', 'token-1', now() + interval '1 day', now(), now());
insert into audit_log (operator_id, operator_email, action, subject_kind, subject_id, detail, request_id)
values ('op-1', 'meera@academy.example', 'orders.refund', 'order', '019a0000-0000-7000-8000-000000000001', '{"seats": 1}', 'req-1');
insert into operations (id, name, input, operator_email, state, created_at)
values ('019a0000-0000-7000-8000-0000000000a1', 'orders.reconcile-all', '{}', 'meera@academy.example', 'waiting', now());

insert into leads (id, endpoint, form, submission_id, body_hash, email, "values", page_url, forward_state, forward_due_at,
  crm_state, crm_due_at, request_id, notice_version, sent_from)
values
  ('019a0000-0000-7000-8000-000000000011', 'form', 'contact_us', '019a0000-0000-7000-8000-000000000012', 'hash',
    'asha@example.com', '{"full_name": "Asha Rao"}', '/', 'received', now(), 'waiting', null, 'req-1', '2026-11', 'sender'),
  ('019a0000-0000-7000-8000-000000000013', 'crm', 'waitlist', null, 'hash', 'ravi@example.com', '{}', '/', 'not_needed', null,
    'pending', now(), null, null, null);
insert into lead_submissions (submission_id, lead_id)
values ('019a0000-0000-7000-8000-000000000012', '019a0000-0000-7000-8000-000000000011');
insert into lead_events (lead_id, kind, detail) values ('019a0000-0000-7000-8000-000000000011', 'received', null);
insert into lead_files (id, lead_id, name, type, size)
values ('019a0000-0000-7000-8000-000000000014', '019a0000-0000-7000-8000-000000000011', 'cv.pdf', 'application/pdf', 3);
insert into lead_file_chunks (file_id, number, bytes) values ('019a0000-0000-7000-8000-000000000014', 0, '\x255044');
insert into lead_search (id, form, course, source, words)
values ('019a0000-0000-7000-8000-000000000011', 'contact_us', 'CSM', '', 'asha rao asha@example.com 9845012345');
update leads set forward_busy_until = now(), forward_attempts = forward_attempts + 1 where forward_state = 'received';

insert into coupons (code, label, percent, starts_at, max_uses, created_at) values ('EARLY10', 'Early bird', 10, now(), 5, now());

insert into orders (id, attempt, attempt_hash, provider_order_id, state, booking, batch, seats, unit_paise, sub_total_paise,
  discount_paise, gst_paise, total_paise, first_name, last_name, email, phone_number, receipt_token, payment_id, paid_at,
  booked_at, created_at, updated_at, seat_hold, held_until, coupon_code, billing_state, supplier_state, place_of_supply,
  attendees, terms)
values
  ('019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002', 'hash', 'order_1', 'booked', 'booked',
    '{"course_schedule_id": 7, "start_date": "2099-01-10"}', 2, 1000000, 2000000, 200000, 324000, 2124000, 'Asha', 'Rao',
    'asha@example.com', '+91 98450 12345', 'receipt-1', 'pay_1', now(), now(), now(), now(), 'held', now(), 'EARLY10', '29', '29',
    '29', '[{"name": "Asha Rao", "email": "asha@example.com"}]', '{}'),
  ('019a0000-0000-7000-8000-000000000003', null, null, 'order_2', 'created', 'none', '{"course_schedule_id": 7}', 1, 1000000,
    1000000, 0, 180000, 1180000, 'Ravi', 'Nair', 'ravi@example.com', '+91 98450 54321', 'receipt-2', null, null, null, now(), now(),
    'held', now() + interval '10 minutes', null, null, null, null, '[]', '{}');
insert into coupon_uses (order_id, coupon_id, state, reserved_at, updated_at)
select '019a0000-0000-7000-8000-000000000001', id, 'redeemed', now(), now() from coupons;
insert into order_payments (payment_id, order_id, role, refund, status, amount_paise, currency, seen_at, updated_at, kept_paise)
values
  ('pay_1', '019a0000-0000-7000-8000-000000000001', 'pays', 'none', 'captured', 2124000, 'INR', now(), now(), 2124000),
  ('pay_2', '019a0000-0000-7000-8000-000000000001', 'unmatched', 'done', 'refunded', 118000, 'INR', now(), now(), 0);
insert into ledger_entries (order_id, payment_id, debit, credit, paise, reason, cause, step)
values
  ('019a0000-0000-7000-8000-000000000001', 'pay_1', 'gateway', 'customer', 2124000, 'sale', 'payment:pay_1', 1),
  ('019a0000-0000-7000-8000-000000000001', 'pay_2', 'gateway', 'unmatched', 118000, 'unmatched', 'payment:pay_2', 2);
insert into order_events (order_id, at, source, event, payment_id, state)
values ('019a0000-0000-7000-8000-000000000001', now(), 'webhook', 'payment_captured', 'pay_1', 'paid');
insert into order_search (id, created_at, words) values ('019a0000-0000-7000-8000-000000000001', now(), 'asha rao order_1 pay_1');
insert into refunds (id, order_id, payment_id, provider_refund_id, amount_paise, state, source, created_at, updated_at)
values ('019a0000-0000-7000-8000-000000000021', '019a0000-0000-7000-8000-000000000001', 'pay_2', 'rfnd_1', 118000, 'processed',
  'automatic', now(), now());
insert into disputes (id, order_id, payment_id, state, status, amount_paise, lost_paise, created_at, updated_at)
values ('disp_1', '019a0000-0000-7000-8000-000000000001', 'pay_1', 'open', 'open', 2124000, 0, now(), now());
insert into cases (order_id, kind, subject, opened_at)
values ('019a0000-0000-7000-8000-000000000001', 'move_refused', '019a0000-0000-7000-8000-000000000022', now());
insert into booking_changes (id, order_id, batch, requested_by, state, open_case, created_at, updated_at)
select '019a0000-0000-7000-8000-000000000022', order_id, '{"course_schedule_id": 8}', 'payer', 'refused', id, now(), now() from cases;
insert into payment_claims (payment_id, provider_order_id, received_at, next_check_at) values ('pay_9', 'order_9', now(), now());
insert into webhook_events (event_id, event, received_at, outcome) values ('evt_1', 'payment.captured', now(), 'taken');
insert into check_orders (id, provider_order_id, state, refund_key, created_at)
values ('019a0000-0000-7000-8000-000000000023', 'order_check', 'created', '019a0000-0000-7000-8000-000000000024', now());
insert into waitlist_entries (lead_id, course_id, batch_id, seats, state, joined_at, token, offered_at, offer_ends_at, updated_at)
values ('019a0000-0000-7000-8000-000000000013', 101, 7, 1, 'offered', now(), 'offer-1', now(), now() + interval '1 day', now());
insert into batch_plans (batch_id, min_seats, updated_at) values (7, 4, now());
insert into batch_changes (batch_id, course_id, kind, batch, state, found_at) values (7, 101, 'changed', '{}', 'open', now());

insert into document_requests (id, order_id, kind, order_version, supply, issue_from, is_settled, created_at)
values ('019a0000-0000-7000-8000-000000000031', '019a0000-0000-7000-8000-000000000001', 'invoice', 1, '{}', now(), true, now());
insert into invoice_counters (series, financial_year, last_number, last_issued_at) values ('MA', '2627', 1, now());
insert into invoices (number, request_id, order_id, kind, series, financial_year, serial, issued_at, issued_on, registered,
  place_of_supply, place_assumed, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise, round_off_paise, total_paise,
  e_invoice, details)
values ('MA/2627/1', '019a0000-0000-7000-8000-000000000031', '019a0000-0000-7000-8000-000000000001', 'invoice', 'MA', '2627', 1,
  now(), '2026-11-28', false, '29', false, 1800000, 162000, 162000, 0, 0, 0, 2124000, '{}', '{}');
update invoices set irn = 'irn-1', ack_no = '1' where number = 'MA/2627/1';
insert into invoice_files (number, body, sha256, created_at) values ('MA/2627/1', '\x255044', 'sha', now());
insert into settled_entries (id, type, amount_paise, credit_paise, debit_paise, fee_paise, tax_paise, settlement_id, settled_at)
values ('pay_1', 'payment', 2124000, 2073872, 0, 50128, 7646, 'setl_1', now());

insert into mails (id, cause, kind, order_id, recipient, facts, state, next_try_at, due_since, created_at, updated_at)
values ('019a0000-0000-7000-8000-000000000041', 'booked:1', 'booking_confirmed', '019a0000-0000-7000-8000-000000000001',
  'asha@example.com', '{}', 'due', now(), now(), now(), now());
insert into opt_outs (address_key, id, email, requested_at, crm_state)
values ('key-1', '019a0000-0000-7000-8000-000000000042', 'ravi@example.com', now(), 'pending');
insert into webhook_endpoints (id, url, events, personal_data, secret, created_at)
values ('019a0000-0000-7000-8000-000000000051', 'https://crm.example/hook', '{booking.confirmed}', true, 'c2VjcmV0', now());
insert into webhook_messages (id, type, cause, order_id, data, created_at)
values ('019a0000-0000-7000-8000-000000000052', 'booking.confirmed', 'booked:1', '019a0000-0000-7000-8000-000000000001', '{}', now());
insert into webhook_deliveries (message_id, endpoint_id, next_try_at)
values ('019a0000-0000-7000-8000-000000000052', '019a0000-0000-7000-8000-000000000051', now());

insert into attendance (order_id, batch_id, address_key, name, day, recorded_at)
values ('019a0000-0000-7000-8000-000000000001', 7, 'key-2', 'Asha Rao', '2026-11-28', now());
insert into certificates (number, batch_id, order_id, address_key, name, course, days, issued_at)
values ('C-1', 7, '019a0000-0000-7000-8000-000000000001', 'key-2', 'Asha Rao', 'CSM', '["2026-11-28"]', now());
insert into feedback (order_id, batch_id, course_id, course, address_key, token_hash, first_name, rating, invited_at)
values ('019a0000-0000-7000-8000-000000000001', 7, 101, 'CSM', 'key-2', 'hash-2', 'Asha', 5, now());
insert into consents (address_key, channel, text_version, form, order_id)
values ('key-2', 'email', '1', 'checkout', '019a0000-0000-7000-8000-000000000001');
insert into complaints (id, number, channel, name, email, phone, order_id, matter, received_at, recorded_at, acknowledge_by, redress_by)
values ('019a0000-0000-7000-8000-000000000061', 1, 'mail', 'Asha', 'asha@example.com', '', '019a0000-0000-7000-8000-000000000001',
  'the room', now(), now(), now(), now());

select outcome from hold_seats(7, 10, 10, clock_timestamp(), 1, null, 'address', 20, 40);
select * from taken_seats(array[7], now());
select * from reserved_seats;
select * from refund_deadlines;
select * from waiting_rows;
select prepare_search(), lead_id_at(now()), person_key('a.b+c@gmail.com'), new_booking_number();
