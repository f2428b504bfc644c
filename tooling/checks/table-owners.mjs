import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Rooms (folders) of the server that may read or write each table and view of `schema.sql`. A writer may also read.
 * Another room must not use the table in a statement: it calls the room that owns the table.
 *
 * The check does not detect computed table names. These are in `enrolment/search` for orders, in the sign-in library
 * for the operators' tables, and in `operators/export` for all tables.
 */
export const tableOwners = {
  instance: { writes: ['platform/database'] },
  sales: { writes: ['enrolment/seats'] },
  sale_terms: { writes: ['enrolment/orders'] },
  schedule_runs: { writes: ['platform/jobs'], reads: ['operators/doctor'] },
  import_rows: { writes: ['enrolment/coupons', 'mail/consents'], reads: ['operators/console'] },
  lead_search: { writes: ['leads/ledger'], reads: ['operators/console'] },
  order_search: { writes: ['enrolment/search'], reads: ['operators/console'] },
  crm_session: { writes: ['partners/crm'], reads: ['operators/console'] },
  mails: {
    writes: ['mail/bounces', 'mail/outbox', 'privacy/data-requests'],
    reads: [
      'enrolment/batches',
      'enrolment/checkout',
      'enrolment/messages',
      'leads/ledger',
      'operators/cli',
      'operators/console',
    ],
  },
  mail_daily_counts: { writes: ['mail/outbox'] },
  mail_minutes: { writes: ['mail/outbox'] },
  mail_suppressions: { writes: ['mail/outbox'], reads: ['enrolment/batches'] },
  mail_bounces: { writes: ['mail/bounces', 'mail/outbox'] },
  unsubscribe_links: { writes: ['mail/consents', 'privacy/data-requests'] },
  opt_outs: {
    writes: ['leads/delivery', 'leads/ledger', 'mail/consents', 'privacy/data-requests'],
    reads: ['mail/outbox'],
  },
  webhook_endpoints: { writes: ['integrations/webhooks'], reads: ['mail/outbox'] },
  webhook_messages: { writes: ['integrations/webhooks'] },
  webhook_deliveries: { writes: ['integrations/webhooks'] },
  webhook_attempts: { writes: ['integrations/webhooks'] },
  visit_counts: { writes: ['site/visits'], reads: ['operators/console'] },
  vital_counts: { writes: ['site/visits'], reads: ['operators/console'] },
  leads: {
    writes: ['leads/ledger'],
    reads: [
      'enrolment/waitlist',
      'leads/acceptance',
      'leads/delivery',
      'leads/uploads',
      'mail/consents',
      'mail/outbox',
      'operators/console',
      'privacy/data-requests',
    ],
  },
  lead_submissions: { writes: ['leads/ledger'] },
  lead_events: { writes: ['leads/ledger', 'leads/uploads'] },
  lead_files: { writes: ['leads/ledger', 'leads/uploads'] },
  lead_file_chunks: { writes: ['leads/uploads'], reads: ['operators/export'] },
  coupons: { writes: ['enrolment/coupons'] },
  orders: {
    writes: [
      'enrolment/batches',
      'enrolment/bookings',
      'enrolment/checkout',
      'enrolment/decisions',
      'enrolment/orders',
      'enrolment/receipts',
      'enrolment/reconciler',
    ],
    reads: [
      'enrolment/coupons',
      'enrolment/documents',
      'enrolment/messages',
      'enrolment/search',
      'enrolment/settlements',
      'enrolment/waitlist',
      'mail/consents',
      'operators/console',
      'operators/doctor',
      'privacy/complaints',
      'privacy/data-requests',
      'training/feedback',
    ],
  },
  ledger_entries: {
    writes: ['enrolment/orders', 'enrolment/documents', 'enrolment/settlements'],
    reads: ['enrolment/batches'],
  },
  check_orders: {
    writes: ['enrolment/orders'],
    reads: ['operators/doctor'],
  },
  order_payments: {
    writes: ['enrolment/orders', 'enrolment/reconciler'],
    reads: [
      'enrolment/batches',
      'enrolment/messages',
      'enrolment/statement',
      'enrolment/search',
      'enrolment/settlements',
      'operators/console',
    ],
  },
  order_events: {
    writes: ['enrolment/orders'],
    reads: ['enrolment/batches', 'enrolment/statement', 'enrolment/search'],
  },
  refunds: {
    writes: ['enrolment/orders', 'enrolment/payments'],
    reads: [
      'enrolment/batches',
      'enrolment/statement',
      'enrolment/reconciler',
      'enrolment/search',
      'enrolment/settlements',
      'operators/console',
    ],
  },
  disputes: {
    writes: ['enrolment/orders'],
    reads: ['enrolment/statement', 'enrolment/reconciler', 'enrolment/settlements', 'operators/console'],
  },
  cases: {
    writes: ['enrolment/decisions', 'enrolment/documents', 'enrolment/orders'],
    reads: [
      'enrolment/statement',
      'enrolment/batches',
      'enrolment/messages',
      'enrolment/receipts',
      'enrolment/reconciler',
      'operators/console',
    ],
  },
  webhook_events: {
    writes: ['enrolment/payments', 'enrolment/reconciler'],
    reads: ['operators/console', 'operators/doctor'],
  },
  payment_claims: { writes: ['enrolment/payments'] },
  coupon_uses: { writes: ['enrolment/coupons'] },
  booking_changes: {
    writes: ['enrolment/bookings', 'enrolment/orders'],
    reads: ['enrolment/statement', 'enrolment/settlements'],
  },
  billing_corrections: { writes: ['enrolment/decisions', 'enrolment/orders', 'enrolment/receipts'] },
  abandoned_checkouts: { writes: ['enrolment/checkout', 'enrolment/messages', 'enrolment/orders'] },
  manage_links: { writes: ['enrolment/orders', 'enrolment/receipts'] },
  change_requests: { writes: ['enrolment/orders', 'enrolment/receipts'], reads: ['enrolment/statement'] },
  batch_changes: {
    writes: ['enrolment/batches'],
    reads: ['enrolment/statement', 'enrolment/statement', 'enrolment/messages', 'operators/console'],
  },
  batch_plans: { writes: ['enrolment/batches'], reads: ['enrolment/orders'] },
  batch_joining: { writes: ['enrolment/batches'], reads: ['enrolment/orders'] },
  batch_messages: { writes: ['enrolment/batches'] },
  batch_sell_outs: { writes: ['enrolment/messages'] },
  seat_batches: {
    writes: ['enrolment/seats'],
    reads: ['enrolment/orders', 'enrolment/messages', 'operators/console'],
  },
  refund_deadlines: { writes: [], reads: ['enrolment/orders', 'enrolment/reconciler'] },
  waiting_rows: { writes: [], reads: ['enrolment/orders'] },
  reserved_seats: { writes: [], reads: ['enrolment/messages', 'enrolment/waitlist'] },
  waitlist_entries: { writes: ['enrolment/waitlist'], reads: ['enrolment/messages', 'operators/console'] },
  document_requests: {
    writes: ['enrolment/documents'],
    reads: ['enrolment/statement', 'enrolment/decisions', 'enrolment/settlements', 'operators/console'],
  },
  invoice_counters: { writes: ['enrolment/documents'], reads: ['operators/doctor'] },
  invoices: {
    writes: ['enrolment/documents'],
    reads: [
      'enrolment/messages',
      'enrolment/search',
      'enrolment/settlements',
      'operators/console',
      'operators/doctor',
      'privacy/data-requests',
    ],
  },
  invoice_files: {
    writes: ['enrolment/documents'],
    reads: ['enrolment/messages', 'operators/console', 'operators/export'],
  },
  settled_entries: { writes: ['enrolment/settlements'] },
  differences: { writes: ['enrolment/settlements'], reads: ['operators/console'] },
  class_lists: { writes: ['training/classes', 'training/erasure'] },
  attendance: { writes: ['training/classes', 'training/erasure'] },
  late_attendees: { writes: ['training/classes', 'training/erasure'], reads: ['privacy/data-requests'] },
  certificates: {
    writes: ['training/certificates', 'training/erasure'],
    reads: ['privacy/data-requests'],
  },
  feedback: {
    writes: ['training/feedback', 'training/erasure'],
    reads: ['privacy/data-requests'],
  },
  consents: { writes: ['leads/ledger', 'mail/consents', 'privacy/data-requests'] },
  data_requests: { writes: ['privacy/data-requests'] },
  erasure_copies: { writes: ['enrolment/orders'] },
  complaints: { writes: ['privacy/complaints'], reads: ['privacy/data-requests'] },
  operators: { writes: ['operators/accounts'], reads: ['operators/actions', 'operators/console'] },
  operator_sessions: { writes: ['operators/accounts', 'operators/console'] },
  operator_accounts: { writes: ['operators/accounts'] },
  operator_verifications: { writes: [] },
  operator_two_factors: { writes: ['operators/accounts'] },
  operator_passkeys: { writes: [], reads: ['operators/accounts'] },
  operator_invitations: { writes: ['operators/accounts'] },
  operator_used_codes: { writes: ['operators/accounts'] },
  operator_failures: { writes: ['operators/accounts'] },
  operator_views: { writes: ['operators/console'] },
  operator_actions: { writes: ['operators/actions'] },
  operations: { writes: ['operators/actions'] },
  assignments: { writes: ['operators/actions'], reads: ['operators/console'] },
  setup_steps: { writes: ['operators/setup'] },
  audit_log: { writes: ['operators/audit'], reads: ['operators/console'] },
};

const room = (path) => path.split('/').slice(0, 2).join('/');
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

function patternsOf(tables) {
  const names = `(${tables.join('|')})\\b`;
  return {
    writes: new RegExp(
      `\\b(?:insert\\s+into|update|delete\\s+from|lock\\s+table)\\s+${names}|(?:insertInto|updateTable|deleteFrom)\\(\\s*'${names}`,
      'gi',
    ),
    reads: new RegExp(
      `\\b(?:from|join|using)\\s+${names}|(?:selectFrom|join|using)\\(\\s*\\[?\\s*'${names}`,
      'gi',
    ),
  };
}

/** @returns the tables and views that a schema creates */
export const tablesOf = (schema) =>
  [...schema.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name]) => name);

/**
 * @param files `{ path, text }` of the server's modules; paths are relative to the server's folder
 * @param tables all tables and views of the schema
 * @param owners as {@link tableOwners}
 * @returns one line for each statement that uses a table without permission
 */
export function breachesOfOwners(files, tables, owners) {
  const patterns = patternsOf(tables);
  return files.flatMap(({ path, text }) =>
    Object.entries(patterns).flatMap(([kind, pattern]) =>
      [...withoutComments(text).matchAll(pattern)].flatMap(([, inSql, inCall]) => {
        const table = (inSql ?? inCall).toLowerCase();
        const { writes = [], reads = [] } = owners[table] ?? {};
        // `delete from` and `lock table` are matched as reads too.
        const allowed = kind === 'writes' ? writes : [...writes, ...reads];
        return allowed.includes(room(path)) ? [] : [`${path} ${kind} ${table}`];
      }),
    ),
  );
}

/** @param server its folder */
export function readServer(server) {
  const paths = readdirSync(server, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }));
}
