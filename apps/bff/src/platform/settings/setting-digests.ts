/**
 * Computes digests of the settings that must be the same in all processes of an installation, including
 * `ops`.
 */
import { createHash } from 'node:crypto';

/**
 * Settings on which documents, money, emails and external services depend. Secrets and settings of a single
 * process are not included.
 */
const alike = [
  'PUBLIC_URL',
  'UPSTREAM_URL',
  'UPSTREAM_IDEMPOTENT',
  'UPSTREAM_EXTRA_FIELDS',
  'UPSTREAM_BOOKING_CHANGES',
  'RAZORPAY_KEY_ID',
  'CRM_COMPANY',
  'SUPPLIER_LEGAL_NAME',
  'SUPPLIER_ADDRESS',
  'SUPPLIER_GSTIN',
  'SUPPLIER_SIGNATORY',
  'SUPPLIER_EINVOICE',
  'INVOICE_PREFIX',
  'INVOICE_ISSUE',
  'ONLINE_PLACE_OF_SUPPLY',
  'FOREIGN_BUYERS',
  'MAIL_FROM',
  'OPERATOR_EMAIL',
  'RETENTION_DAYS',
  'SEAT_HOLD_MINUTES',
  'LATE_PAYMENT',
  'WAITLIST_OFFER_HOURS',
] as const;

/**
 * @param values parsed settings, so that a missing setting has its default
 * @returns digests by setting name
 */
export function settingDigests(
  values: Partial<Record<(typeof alike)[number], unknown>>,
): Record<string, string> {
  const digest = (value: unknown) =>
    createHash('sha256')
      .update(JSON.stringify(value) ?? '')
      .digest('hex')
      .slice(0, 12);
  return Object.fromEntries(alike.map((name) => [name, digest(values[name])]));
}
