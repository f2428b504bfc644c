import {
  addressFields,
  type Billing,
  billingAddress,
  type CorrectionRequest,
  company,
  companyFields,
  stateCode,
} from '@meridian/contracts/enrolment/billing';
import { checkoutRequest } from '@meridian/contracts/enrolment/orders';
import { z } from 'zod';
import type { Payer } from '../payment/widget.ts';

/** Billing details. Fields of a company and of a person's address have a prefix. */
export type BillingAnswers = { state?: string } & Record<`company_${string}`, string | undefined> &
  Record<`buyer_${string}`, string | undefined>;

/** Values of the checkout form: the payer's fields (specification) and the billing fields. */
export type CheckoutAnswers = Payer & BillingAnswers;

/**
 * Prefixed name of a company's field. The prefix keeps the field apart from the payer's in the same draft.
 */
export const companyName = (name: string) => `company_${name}` as const;

/** Prefixed name of a field of a person's address. */
export const buyerName = (name: string) => `buyer_${name}` as const;

const payer = checkoutRequest.pick({ first_name: true, last_name: true, email: true, phone_number: true });
const state = z.string().superRefine((value, context) => {
  if (!stateCode.safeParse(value).success) context.addIssue({ code: 'custom', message: 'State is required' });
});
const companyShape = {
  ...Object.fromEntries(companyFields.map(({ name, schema }) => [companyName(name), schema])),
  [companyName('sez')]: z.string().optional(),
};
const addressShape = Object.fromEntries(addressFields.map(({ name, schema }) => [buyerName(name), schema]));

/** Which billing fields the form has. */
export interface BillingOptions {
  /** True if invoices are issued: every buyer must enter a state. */
  asksState: boolean;
  /** True if the invoice is for a company. */
  forCompany: boolean;
  /** True if the law requires a person's address for this total. */
  asksAddress: boolean;
}

/** @returns the schema of the billing fields */
export function billingSchema({ forCompany, asksAddress }: Omit<BillingOptions, 'asksState'>) {
  return z.object({ state, ...(forCompany ? companyShape : asksAddress ? addressShape : {}) });
}

/** @returns the schema of a correction, which can also change a person's name */
export function correctionSchema(options: Omit<BillingOptions, 'asksState'>) {
  const schema = billingSchema(options);
  return options.forCompany ? schema : schema.extend(payer.pick({ first_name: true, last_name: true }).shape);
}

/** @returns the schema of the whole checkout form */
export function answersSchema(options: BillingOptions) {
  return options.asksState ? payer.extend(billingSchema(options).shape) : payer;
}

/** @returns only the payer's fields, for the payment dialog and the API */
export function payerOf({ first_name, last_name, email, phone_number }: CheckoutAnswers): Payer {
  return { first_name, last_name, email, phone_number };
}

/** @returns the billing details, from validated values; undefined if the form asks for none */
export function billingOf(
  answers: BillingAnswers,
  { asksState, forCompany, asksAddress }: BillingOptions,
): Billing {
  if (!asksState) return undefined;
  const written = (fields: typeof companyFields, nameOf: (name: string) => keyof BillingAnswers) =>
    Object.fromEntries(fields.map(({ name }) => [name, answers[nameOf(name)]]));
  const person = { state: answers.state, company: undefined };
  if (forCompany) {
    const inSez = answers[companyName('sez')] === 'yes';
    const fields = written(companyFields, companyName);
    return { ...person, company: company.parse({ ...fields, ...(inSez && { sez: true }) }) };
  }
  return asksAddress
    ? { ...person, address: billingAddress.parse(written(addressFields, buyerName)) }
    : person;
}

/**
 * @returns the corrected billing details, from validated values; an empty optional company field is not
 *   changed
 */
export function correctionOf(
  answers: BillingAnswers & Pick<Payer, 'first_name' | 'last_name'>,
  { forCompany, asksAddress }: Omit<BillingOptions, 'asksState'>,
): CorrectionRequest {
  const billing = billingOf(answers, { asksState: true, forCompany, asksAddress });
  const { state } = answers;
  if (!billing?.company) {
    const { first_name, last_name } = answers;
    return { first_name, last_name, state, company: null, address: billing?.address };
  }
  const { invoice_email, po_number, ...required } = billing.company;
  return {
    state,
    company: { ...required, ...(invoice_email && { invoice_email }), ...(po_number && { po_number }) },
  };
}

/** @param apiField name of a field in the API's errors @returns the name of this field in the form */
export function answerName(apiField: string): string {
  if (apiField === 'billing.state') return 'state';
  const [, name] = /^(?:billing\.)?company\.(\w+)$/.exec(apiField) ?? [];
  if (name !== undefined) return companyName(name);
  const [, ofBuyer] = /^(?:billing\.)?address\.(\w+)$/.exec(apiField) ?? [];
  return ofBuyer === undefined ? apiField : buyerName(ofBuyer);
}
