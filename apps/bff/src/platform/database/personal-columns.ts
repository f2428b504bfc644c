/**
 * Marks which personal data each text, JSON and binary column may contain, and how an erasure removes it. A
 * column without a mark fails `personal-columns.test.ts`. Columns whose values are limited by a check
 * constraint need no mark.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

type Value = string | null | RawBuilder<unknown>;

interface TableMarks<Column extends string> {
  /** Column with the id of the order, or of the lead, with which the table's rows are erased. */
  order?: Column;
  lead?: Column;
  /** Values that replace the columns when the order or lead is erased. */
  personal?: { [Name in Column]?: Value };
  /**
   * Free text. The value replaces the text when the order or lead is erased, and in any row if the text names
   * an erased person.
   */
  text?: { [Name in Column]?: Value };
  /** Rows are deleted instead of emptied. */
  deleted?: true;
  /** Columns that other code erases, with the name of that code. */
  elsewhere?: { [Name in Column]?: string };
  /** Columns that are kept, with the reason. */
  kept?: { [Name in Column]?: string };
  /** Columns with data of operators, who are not customers. */
  operator?: readonly Column[];
  /**
   * Columns without personal data: ids, codes, hashes, our own secrets, and values that are the same for
   * everyone.
   */
  none?: readonly Column[];
}

type Marks = { [Table in keyof Schema]?: TableMarks<keyof Schema[Table] & string> };

const taxLaw = 'documents are kept as tax law requires';
const account = ['id', 'user_id'] as const;

/** A new token that nobody knows, so the receipt link stops working. */
const newToken = sql`left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40)`;

/** Removes the text of the answer, and keeps its status. */
const answerWithoutWords = sql`jsonb_set(answer, '{message}', '""')`;

export const personalColumns: Marks = {
  instance: { none: ['settings'] },
  sales: { operator: ['changed_by'] },
  sale_terms: {
    operator: ['changed_by', 'note'],
    none: ['refund_steps', 'moves'],
  },
  schedule_runs: { none: ['name'] },
  import_rows: { text: { before: null, after: null }, none: ['subject'] },
  check_orders: { none: ['provider_order_id', 'payment_id', 'provider_refund_id'] },
  lead_search: {
    elsewhere: { words: 'writeLeadSearch', course: 'writeLeadSearch', source: 'writeLeadSearch' },
    none: ['form'],
  },
  order_search: { elsewhere: { words: 'writeOrderSearch' } },
  crm_session: { none: ['access_token', 'api_domain', 'credentials'] },
  mails: {
    elsewhere: { recipient: 'erase-mails', facts: 'erase-mails', data: 'erase-mails', reason: 'erase-mails' },
    none: ['cause', 'kind', 'message_id'],
  },
  mail_daily_counts: { none: ['address_key', 'kind', 'requested_from'] },
  mail_suppressions: {
    kept: { shown: 'masked; nothing may be sent to the address' },
    none: ['address_key', 'reason'],
  },
  mail_bounces: { none: ['event_id'] },
  unsubscribe_links: { elsewhere: { token: 'eraseAddress', email: 'eraseAddress' }, none: ['address_key'] },
  opt_outs: { elsewhere: { email: 'eraseAddress' }, none: ['address_key', 'last_error'] },
  webhook_endpoints: { none: ['url', 'events', 'secret'] },
  webhook_messages: {
    order: 'order_id',
    lead: 'lead_id',
    text: { people: null },
    none: ['type', 'cause', 'data'],
  },
  // A receiver may repeat personal data in its response.
  webhook_attempts: { text: { answer: '' } },
  visit_counts: { none: ['step', 'route', 'course', 'source', 'campaign'] },
  vital_counts: { none: ['route', 'vital'] },
  leads: {
    lead: 'id',
    // The body hash is erased too: a hash of a few known fields can be guessed.
    personal: {
      email: '',
      values: '{}',
      attribution: null,
      page_url: '',
      body_hash: '',
      answer: answerWithoutWords,
      last_error: null,
      sent_from: null,
    },
    none: ['form', 'crm_id', 'request_id', 'notice_version'],
  },
  lead_events: { lead: 'lead_id', text: { detail: null }, none: ['kind'] },
  lead_files: { lead: 'lead_id', deleted: true, personal: { name: null, type: null } },
  lead_file_chunks: { elsewhere: { bytes: 'deleted with its file' } },
  coupons: { text: { label: '' }, none: ['code', 'categories'] },
  coupon_uses: { order: 'order_id', personal: { reserved_from: null } },
  orders: {
    order: 'id',
    personal: {
      first_name: '',
      last_name: '',
      email: '',
      phone_number: '',
      attendees: '[]',
      attribution: null,
      company: null,
      billing_address: null,
      opened_from: null,
      attempt_hash: null,
      booking_body: null,
      receipt_token: newToken,
    },
    text: { review_reason: null },
    none: [
      'booking_number',
      'provider_order_id',
      'batch',
      'payment_id',
      'request_id',
      'coupon_code',
      'billing_state',
      'supplier_state',
      'place_of_supply',
      'notice_version',
      'terms',
    ],
  },
  order_payments: { none: ['payment_id', 'status', 'currency'] },
  ledger_entries: { none: ['payment_id', 'cause'] },
  order_events: { order: 'order_id', text: { note: null }, none: ['event', 'payment_id'] },
  refunds: {
    order: 'order_id',
    text: { note: null, reason: null },
    none: ['payment_id', 'provider_refund_id'],
  },
  disputes: { none: ['id', 'payment_id', 'status', 'phase'] },
  cases: { order: 'order_id', text: { reason: null, note: null }, none: ['subject'] },
  webhook_events: { none: ['event_id', 'event'] },
  payment_claims: { none: ['payment_id', 'provider_order_id'] },
  booking_changes: {
    order: 'order_id',
    personal: { attendees: null },
    text: { reason: null },
    none: ['batch'],
  },
  billing_corrections: { order: 'order_id', deleted: true, personal: { billing: null } },
  abandoned_checkouts: {
    order: 'order_id',
    deleted: true,
    personal: { email_key: null, token: null },
  },
  manage_links: { order: 'order_id', deleted: true, personal: { token_hash: null } },
  change_requests: { order: 'order_id', deleted: true, personal: { requested: null } },
  batch_changes: { text: { note: null }, none: ['batch'] },
  batch_joining: { text: { joining: null } },
  batch_messages: { text: { subject: '', body: '' }, operator: ['sent_by'] },
  waitlist_entries: { lead: 'lead_id', text: { note: null }, none: ['token', 'batch'] },
  document_requests: { elsewhere: { supply: 'eraseRequestedBuyers' } },
  invoice_counters: { none: ['series', 'financial_year'] },
  invoices: {
    kept: { e_invoice: taxLaw, details: taxLaw, signed_qr: taxLaw },
    none: ['number', 'series', 'financial_year', 'reference', 'place_of_supply', 'irn', 'ack_no', 'ack_on'],
  },
  invoice_files: { kept: { body: taxLaw }, none: ['number', 'sha256'] },
  settled_entries: { none: ['id', 'type', 'payment_id', 'dispute_id', 'settlement_id', 'utr'] },
  differences: { text: { title: '', ours: '', theirs: '' }, none: ['subject'] },
  class_lists: { elsewhere: { email: 'eraseTraining' }, none: ['token_hash'] },
  attendance: {
    order: 'order_id',
    deleted: true,
    personal: { address_key: null, name: null },
    operator: ['recorded_by'],
  },
  late_attendees: { elsewhere: { email: 'eraseTraining', name: 'eraseTraining' } },
  certificates: {
    elsewhere: { address_key: 'eraseTraining', name: 'eraseTraining', pdf: 'eraseTraining' },
    text: { revoked_note: null },
    none: ['number', 'course', 'days', 'pdus', 'seus'],
  },
  feedback: {
    elsewhere: { address_key: 'eraseTraining', first_name: 'eraseTraining' },
    text: { helped: null, improve: null, unpublished_note: null },
    none: ['token_hash', 'course'],
  },
  consents: { kept: { address_key: 'a hash, the proof of consent' }, none: ['text_version', 'form'] },
  data_requests: {
    elsewhere: { email: 'eraseRequested, refuseRequest' },
    text: { note: null },
    none: ['token_hash'],
  },
  erasure_copies: { none: ['record'] },
  complaints: {
    elsewhere: {
      name: 'eraseComplainant',
      email: 'eraseComplainant',
      phone: 'eraseComplainant',
      // An open complaint is answered first. A complaint belongs to its complainant, also if it names someone
      // else.
      matter: 'eraseComplainant',
      answer: 'eraseComplainant',
    },
  },
  operators: { operator: ['id', 'name', 'email', 'image'] },
  operator_sessions: { operator: [...account, 'token', 'ip_address', 'user_agent'] },
  operator_accounts: {
    operator: [
      ...account,
      'account_id',
      'provider_id',
      'access_token',
      'refresh_token',
      'id_token',
      'scope',
      'password',
    ],
  },
  operator_verifications: { operator: ['id', 'identifier', 'value'] },
  operator_two_factors: { operator: [...account, 'secret', 'backup_codes'] },
  operator_passkeys: {
    operator: [...account, 'name', 'public_key', 'credential_id', 'device_type', 'transports', 'aaguid'],
  },
  operator_invitations: { operator: ['token_hash', 'email'] },
  operator_used_codes: { operator: ['code_key'] },
  operator_failures: { operator: ['key'] },
  operator_views: { deleted: true, text: { filter: null, name: null }, operator: ['operator_id'] },
  operator_actions: { text: { answer: null }, operator: ['operator_email'], none: ['name', 'input_hash'] },
  operations: {
    text: { message: null, output: null },
    operator: ['operator_email'],
    none: ['name', 'input'],
  },
  setup_steps: { operator: ['checked_by'], none: ['name', 'message'] },
  assignments: { operator: ['operator_id'], none: ['subject_id'] },
  audit_log: {
    kept: { detail: 'codes and numbers' },
    operator: ['operator_id', 'operator_email'],
    none: ['action', 'subject_kind', 'subject_id', 'request_id', 'hash'],
  },
};

export const marksOf = (): [string, TableMarks<string>][] =>
  Object.entries(personalColumns) as [string, TableMarks<string>][];
