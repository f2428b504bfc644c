/**
 * The exported tables with their files, and the tables that are left out with the reason. The compiler checks
 * that every table is listed.
 */
import type { Schema } from '../../platform/database/schema.ts';

export interface ExportedTable<Column extends string = string> {
  /** Path without extension. */
  file: string;
  /** Description of a row. */
  about: string;
  /**
   * Columns that identify a row. They determine the order of the file, and the JSON Lines file contains them.
   */
  key: readonly Column[];
  /** Columns that are left out, for example secrets, leases and hashes of network addresses. */
  hidden?: readonly Column[];
  /** Computed columns: an SQL expression by the name of the column. */
  added?: Readonly<Record<string, string>>;
  /** A file for each row: SQL of its bytes (null if the row has none) and of its name. */
  content?: { bytes: string; folder: string; name: string; ending: string };
}

interface LeftTable {
  /** Reason why the table is left out. */
  left: string;
}

const secrets = 'secrets of accounts';
const derived = 'computed from other tables';
const limits = 'counters for limits, kept for a few days';
const installation = 'state of this installation';
const againstRepeats = 'idempotency keys of requests';

const firstOf = (...names: string[]) =>
  `coalesce(${names.map((name) => `nullif("values" ->> '${name}', '')`).join(', ')})`;

const exportedTables: {
  [Table in keyof Schema]: ExportedTable<keyof Schema[Table] & string> | LeftTable;
} = {
  instance: { left: installation },
  schedule_runs: { left: installation },
  import_rows: {
    file: 'operators/imports',
    about: 'A row that an import created or changed, while the import can be undone.',
    key: ['import_id', 'subject'],
  },
  lead_search: { left: derived },
  order_search: { left: derived },
  crm_session: { left: 'access to the CRM' },

  leads: {
    file: 'people/leads',
    about: 'A submitted form, with its states at the upstream and in the CRM.',
    key: ['id'],
    hidden: [
      'body_hash',
      'answer',
      'sent_from',
      'forward_busy_until',
      'crm_busy_until',
      'forward_due_at',
      'crm_due_at',
    ],
    added: {
      name: `coalesce(${firstOf('full_name', 'name')}, nullif(concat_ws(' ', ${firstOf('first_name', 'First_Name')}, ${firstOf('last_name', 'Last_Name')}), ''))`,
      phone: firstOf('phone_number', 'mobile_number', 'Phone'),
      company: firstOf('company_name', 'Company'),
      course: firstOf('course_name', 'course', 'Course_Name1', 'course_title'),
    },
  },
  lead_submissions: { left: againstRepeats },
  lead_events: { file: 'people/lead-events', about: 'An event in the history of a lead.', key: ['id'] },
  lead_files: {
    file: 'people/uploads',
    about: 'A file that a visitor uploaded. Its content is in people/uploads, named by its id.',
    key: ['id'],
    content: {
      bytes: `(select string_agg(bytes, ''::bytea order by number) from lead_file_chunks where file_id = lead_files.id)`,
      folder: 'people/uploads',
      name: 'id::text',
      ending: '',
    },
  },
  lead_file_chunks: { left: 'the content of people/uploads' },
  waitlist_entries: {
    file: 'people/waiting-list',
    about: 'An entry of the waiting list of a batch. The lead has the contact details.',
    key: ['lead_id'],
    hidden: ['token'],
  },
  consents: {
    file: 'people/consents',
    about: 'A consent to marketing by one channel, with its proof.',
    key: ['id'],
  },
  opt_outs: {
    file: 'people/opt-outs',
    about: 'An email address that has opted out of marketing emails.',
    key: ['address_key'],
  },
  data_requests: {
    file: 'people/data-requests',
    about: 'A person’s request to see or erase their data.',
    key: ['id'],
    hidden: ['token_hash'],
  },
  erasure_copies: {
    file: 'people/erasure-copies',
    about: 'A copy of erased data in another system.',
    key: ['id'],
  },
  complaints: { file: 'people/complaints', about: 'A complaint and its answer.', key: ['id'] },

  orders: {
    file: 'orders/orders',
    about: 'Seats of one batch for one payer, with price and states. Amounts are in paise.',
    key: ['id'],
    hidden: ['receipt_token', 'opened_from', 'attempt_hash', 'booking_body', 'booking_claimed_until'],
    added: {
      course: `batch ->> 'course_name'`,
      batch_id: `batch ->> 'course_schedule_id'`,
      first_day: `batch ->> 'start_date'`,
      last_day: `batch ->> 'end_date'`,
      company_name: `company ->> 'legal_name'`,
      gstin: `company ->> 'gstin'`,
    },
  },
  order_payments: {
    file: 'orders/payments',
    about: 'A payment of an order at the payment provider.',
    key: ['payment_id'],
  },
  ledger_entries: {
    file: 'orders/ledger',
    about: 'A double entry of the money ledger. Entries never change.',
    key: ['id'],
  },
  order_events: { file: 'orders/events', about: 'An event in the history of an order.', key: ['id'] },
  refunds: { file: 'orders/refunds', about: 'A refund of a payment.', key: ['id'] },
  disputes: { file: 'orders/disputes', about: 'A payment that the payer disputes at the bank.', key: ['id'] },
  cases: { file: 'orders/cases', about: 'A case: a problem that needed an operator.', key: ['id'] },
  settled_entries: {
    file: 'orders/settlements',
    about: 'A line of a settlement of the payment provider.',
    key: ['id'],
  },
  differences: {
    file: 'orders/differences',
    about: 'A difference from an external service in the last comparison.',
    key: ['id'],
  },
  webhook_events: { left: againstRepeats },
  payment_claims: { left: 'confirmations of payments that wait for the provider' },
  booking_changes: {
    file: 'orders/booking-changes',
    about: 'A change of a booking at the upstream.',
    key: ['id'],
    hidden: ['busy_until'],
  },
  billing_corrections: {
    file: 'orders/billing-corrections',
    about: 'A correction of invoice details that a payer requested.',
    key: ['order_id'],
  },
  abandoned_checkouts: {
    file: 'orders/abandoned-checkouts',
    about: 'An unpaid order for which reminders were enqueued, with the number of reminders.',
    key: ['order_id'],
    hidden: ['token'],
  },
  setup_steps: { left: installation },
  check_orders: {
    file: 'orders/check-orders',
    about: 'An order of ₹1 that verified the set-up.',
    key: ['id'],
    hidden: ['refund_key'],
  },
  sales: { left: installation },
  sale_terms: {
    file: 'orders/terms',
    about: 'A version of the terms of refunds and moves.',
    key: ['version'],
  },
  webhook_endpoints: {
    file: 'webhooks/endpoints',
    about: 'An endpoint that receives events.',
    key: ['id'],
    hidden: ['secret'],
  },
  webhook_messages: { file: 'webhooks/messages', about: 'An event for other systems.', key: ['id'] },
  webhook_deliveries: {
    file: 'webhooks/deliveries',
    about: 'A delivery of an event to an endpoint.',
    key: ['id'],
    hidden: ['busy_until'],
  },
  webhook_attempts: { file: 'webhooks/attempts', about: 'An attempt at a delivery.', key: ['id'] },
  manage_links: { left: 'links that allow changes of an order' },
  change_requests: {
    file: 'orders/change-requests',
    about: 'A request for a change by a payer.',
    key: ['id'],
  },
  coupons: { file: 'orders/coupons', about: 'A discount by a code. Its amount is in paise.', key: ['id'] },
  coupon_uses: {
    file: 'orders/coupon-uses',
    about: 'A use of a coupon by an order.',
    key: ['order_id'],
    hidden: ['reserved_from'],
  },

  batch_changes: {
    file: 'batches/changes',
    about: 'A change of a sold batch at the upstream, and the decision about it.',
    key: ['id'],
  },
  batch_plans: {
    file: 'batches/decisions',
    about: 'The state of a batch, as set by operators.',
    key: ['batch_id'],
  },
  batch_joining: {
    file: 'batches/joining',
    about: 'The joining instructions of a batch.',
    key: ['batch_id'],
  },
  batch_messages: {
    file: 'batches/messages',
    about: 'A message to the payers and attendees of a batch.',
    key: ['id'],
  },
  batch_sell_outs: { left: derived },
  seat_batches: {
    file: 'batches/seats',
    about: 'The seats of a batch, as last read from the upstream.',
    key: ['batch_id'],
  },

  invoices: {
    file: 'documents/documents',
    about: 'An issued tax document. Its PDF is in documents/pdf, named by its number with - instead of /.',
    key: ['number'],
    added: {
      pdf: `(select 'documents/pdf/' || replace(invoices.number, '/', '-') || '.pdf'
        from invoice_files where invoice_files.number = invoices.number)`,
    },
  },
  invoice_files: {
    file: 'documents/pdf-files',
    about: 'The PDF of a document, with its SHA-256.',
    key: ['number'],
    hidden: ['body'],
    content: {
      bytes: 'body',
      folder: 'documents/pdf',
      name: `replace(number, '/', '-')`,
      ending: '.pdf',
    },
  },
  invoice_counters: {
    file: 'documents/numbers',
    about: 'The last number of a series in a financial year.',
    key: ['series', 'financial_year'],
  },
  document_requests: {
    file: 'documents/requests',
    about: 'A request for a document, with the data that the document needs.',
    key: ['id'],
  },

  class_lists: {
    file: 'training/class-lists',
    about: 'A class list that was sent to a trainer.',
    key: ['batch_id'],
    hidden: ['token_hash'],
  },
  attendance: {
    file: 'training/attendance',
    about: 'A person who was present on a day of class.',
    key: ['order_id', 'batch_id', 'address_key', 'name', 'day'],
  },
  late_attendees: {
    file: 'training/late-attendees',
    about: 'A person who came to a class without a booking.',
    key: ['batch_id', 'day', 'email'],
  },
  certificates: {
    file: 'training/certificates',
    about: 'A certificate of attendance. Its PDF is in training/certificates, if it has been downloaded.',
    key: ['number'],
    hidden: ['pdf'],
    content: { bytes: 'pdf', folder: 'training/certificates', name: 'number', ending: '.pdf' },
  },
  feedback: {
    file: 'training/feedback',
    about: 'An attendee’s feedback about a class.',
    key: ['id'],
    hidden: ['token_hash'],
  },

  mails: {
    file: 'emails/emails',
    about: 'An email without its text, because the text has links that allow changes.',
    key: ['id'],
    hidden: ['facts', 'data', 'busy_until'],
  },
  mail_suppressions: {
    file: 'emails/suppressions',
    about:
      'A masked email address that gets no emails, because an email to it was refused, bounced or was reported as spam.',
    key: ['address_key'],
  },
  mail_daily_counts: { left: limits },
  mail_minutes: { left: limits },
  mail_bounces: { left: againstRepeats },
  unsubscribe_links: { left: 'links that unsubscribe or confirm consent' },

  visit_counts: {
    file: 'site/visits',
    about: 'The number of visits that took a step on a day.',
    key: ['day', 'step', 'course', 'source', 'campaign', 'route'],
  },
  vital_counts: {
    file: 'site/vitals',
    about: 'Web Vitals of the pages on a day.',
    key: ['day', 'vital', 'route', 'up_to'],
  },

  operators: { file: 'operators/operators', about: 'An operator of the console.', key: ['id'] },
  operator_sessions: { left: secrets },
  operator_accounts: { left: secrets },
  operator_verifications: { left: secrets },
  operator_two_factors: { left: secrets },
  operator_passkeys: { left: secrets },
  operator_invitations: { left: secrets },
  operator_used_codes: { left: secrets },
  operator_failures: { left: limits },
  operator_views: { file: 'operators/views', about: 'A saved view of an operator.', key: ['id'] },
  operator_actions: { left: againstRepeats },
  operations: {
    file: 'operators/operations',
    about: 'A long-running operation that an operator began.',
    key: ['id'],
    hidden: ['busy_until'],
  },
  assignments: {
    file: 'operators/assignments',
    about: 'The operator to whom an order or lead is assigned.',
    key: ['subject_kind', 'subject_id'],
  },
  audit_log: {
    file: 'operators/audit-log',
    about: 'An audit entry: an action or access of an operator.',
    key: ['id'],
  },
};

const entries = Object.entries(exportedTables) as [table: string, definition: ExportedTable | LeftTable][];

export const listExported = (): [table: string, definition: ExportedTable][] =>
  entries.flatMap(([table, definition]) => ('file' in definition ? [[table, definition]] : []));

/** @returns the tables that are left out, with the reason */
export const listLeft = (): [table: string, reason: string][] =>
  entries.flatMap(([table, definition]) => ('left' in definition ? [[table, definition.left]] : []));
