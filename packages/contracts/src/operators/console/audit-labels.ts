/**
 * Labels of the audit log. The type of an action is derived from this table, so the server cannot write an
 * action without a label.
 */
import { actionTitles } from '../actions/actions.ts';

const sentences = {
  ...actionTitles,
  'audit.read': 'Viewed the audit log',
  'batch.export': 'Exported the attendees of a batch',
  'batch.read': 'Viewed the attendees of a batch',
  'complaint.read': 'Viewed a complaint',
  'data.export': 'Exported all data',
  'document.export': 'Exported the tax documents of a month',
  'document.read': 'Viewed a tax document',
  'lead.export': 'Exported leads',
  'lead.read': 'Viewed a lead',
  'mail.read': 'Viewed an email',
  'operator.enrol': 'Accepted an invitation to the console',
  'operator.passkey': 'Added a passkey',
  'order.export': 'Exported orders',
  'order.read': 'Viewed an order',
  'order.receipt': 'Viewed the receipt link of an order',
  'reconciliation.export': 'Exported the reconciliation of a month',
  'session.end': 'Ended a session',
  'session.start': 'Signed in',
} as const;

/** An action of an operator, or a read of personal data. */
export type AuditAction = keyof typeof sentences;

export const auditActions = Object.keys(sentences) as AuditAction[];

const spaced = (code: string) => code.replaceAll(/[._]/g, ' ');
const knownSentences: Readonly<Record<string, string>> = sentences;

/** @returns the sentence of an action; for an action of another version, its code as words */
export const auditSentence = (action: string): string => knownSentences[action] ?? spaced(action);

const subjects: Readonly<Record<string, string>> = {
  cache: 'part',
  list: '',
  sales: '',
  setup: 'step',
  terms: 'version',
  suppression: 'entry',
  batch_change: 'change',
  data_request: 'request',
  webhook_endpoint: 'endpoint',
};

/** @returns the kind of entity to which the id of an entry belongs; empty if the sentence names it */
export const auditSubject = (kind: string): string => subjects[kind] ?? spaced(kind);

const details = {
  absent: 'not present',
  addresses: 'addresses',
  all: 'all orders',
  attendees: 'attendees',
  batch: 'to batch',
  by_policy: 'by the refund policy',
  certificates: 'certificates',
  changed: 'changed',
  channel: 'received by',
  course: 'course',
  created: 'created',
  deliveries: 'deliveries',
  documents: 'documents',
  events: 'events',
  fields: 'fields',
  files: 'files',
  form: 'form',
  from: 'from',
  how: 'sign-in by',
  jobs: 'jobs',
  kind: 'kind',
  left: 'left',
  leads: 'leads',
  month: 'month',
  numbers: 'numbers',
  offers: 'offers',
  operator: 'operator',
  other: 'in another browser',
  orders: 'orders',
  outcome: 'outcome',
  people: 'people',
  percent: 'percent',
  personal_data: 'personal data',
  present: 'present',
  role: 'role',
  rupees: 'rupees',
  searched: 'by a search',
  seats: 'seats',
  source: 'source',
  state: 'state',
  statement: 'statement',
  suppressed: 'suppressed addresses',
  to: 'to',
  transfer: 'bank transfer',
  unchanged: 'unchanged',
  undone: 'undone',
  via: 'by',
  where: 'where',
  with_note: 'with a credit note',
  withoutOperator: 'without an operator',
} as const satisfies Record<string, string>;

export type AuditDetailName = keyof typeof details;
const knownDetails: Readonly<Record<string, string>> = details;

type DetailValue = string | number | boolean | null;

function describeValue(value: DetailValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value.toLocaleString('en-IN') : spacedCode(value ?? '');
}

/** Turns a code, for example `refused_late`, into words; text written by people stays unchanged. */
const spacedCode = (text: string) => (/^[a-z]+(?:_[a-z]+)+$/.test(text) ? spaced(text) : text);

/** @returns details, for example `seats: 2`; empty values are left out */
export const auditDetails = (detail: Readonly<Record<string, DetailValue>>): string[] =>
  Object.entries(detail)
    .filter(([, value]) => value !== '' && value !== null && value !== false)
    .map(([name, value]) => `${knownDetails[name] ?? spaced(name)}: ${describeValue(value)}`);
