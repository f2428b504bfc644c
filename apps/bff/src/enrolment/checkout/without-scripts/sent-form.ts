/** Reads the fields of the form without scripts, and converts them to an order request. */
import { createHash } from 'node:crypto';
import { addressFields, companyFields } from '@meridian/contracts/enrolment/billing';
import { type CheckoutRequest, checkoutRequest } from '@meridian/contracts/enrolment/orders';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { fieldErrorsOf } from '../../../platform/http/problems/errors.ts';

export interface SentForm {
  /** By name of the form's field. Empty fields are left out. */
  values: Readonly<Partial<Record<string, string>>>;
  /** True if the form was opened by a link and nothing has been sent yet. */
  isFirst: boolean;
}

const maxLength = 2_000;

/** Field names in older links to the checkout. */
const linked: Readonly<Record<string, string>> = { course_qty: 'number_of_course' };

/** @param text query or URL-encoded body */
export function readForm(text: string, isFirst: boolean): SentForm {
  const entries = [...new URLSearchParams(text)].map(([name, value]) => [
    linked[name] ?? name,
    value.trim().slice(0, maxLength),
  ]);
  return { values: Object.fromEntries(entries.filter(([, value]) => value !== '')), isFirst };
}

/** @returns SHA-256 of all fields except the attempt */
export function hashOf({ values }: SentForm): string {
  const { attempt: _attempt, ...said } = values;
  const sorted = Object.entries(said).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** @returns the fields with this prefix that were filled in */
function prefixed(values: SentForm['values'], prefix: string, fields: readonly { name: string }[]) {
  const filled = fields.flatMap(({ name }) => {
    const value = values[`${prefix}${name}`];
    return value === undefined ? [] : [[name, value] as const];
  });
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** @returns the form's name of a field that an error of an order request names */
function formName(field: string): string {
  if (field === 'billing.state') return 'state';
  const [, group, name] = /^billing\.(company|address)\.(\w+)$/.exec(field) ?? [];
  if (name === undefined) return field;
  return group === 'company' ? `company_${name}` : `buyer_${name}`;
}

/** @returns errors by the names of the form's fields */
export const formErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [formName(field), messages]));

export type ReadRequest = { request: CheckoutRequest } | { errors: FieldErrors };

/** @param asksState true if the form asks for billing details, of which the state is required */
export function requestOf({ values }: SentForm, asksState: boolean): ReadRequest {
  const { state } = values;
  const company = prefixed(values, 'company_', companyFields);
  const address = company ? undefined : prefixed(values, 'buyer_', addressFields);
  const parsed = checkoutRequest.safeParse({
    ...values,
    billing: asksState ? { state, company, address } : undefined,
    attendees:
      values.attends === 'yes'
        ? [{ name: `${values.first_name ?? ''} ${values.last_name ?? ''}`, email: values.email }]
        : undefined,
  });
  const errors = parsed.success ? {} : formErrors(fieldErrorsOf(parsed.error));
  // The attendee is the payer, so an invalid name or email is marked at the payer's fields.
  const own = Object.entries(errors).filter(([field]) => !field.startsWith('attendees'));
  if (asksState && state === undefined) own.push(['state', ['State is required']]);
  if (own.length > 0 || !parsed.success) return { errors: Object.fromEntries(own) };
  return { request: parsed.data };
}
