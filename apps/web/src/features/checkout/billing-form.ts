import { type Billing, company, companyFields, stateCode } from '@meridian/contracts/checkout/billing';
import { checkoutRequest } from '@meridian/contracts/checkout/orders';
import { z } from 'zod';
import type { Payer } from './widget.ts';

/** Answers of the checkout's form: the specified ones, and the invoice's. Fields of a company have a prefix. */
export type CheckoutAnswers = Payer & { state?: string } & Record<`company_${string}`, string | undefined>;

/** Prefixed names of a company's fields, so that one draft holds them and the payer's. */
export const companyName = (name: string) => `company_${name}` as const;

const payer = checkoutRequest.pick({ first_name: true, last_name: true, email: true, phone_number: true });
const state = z.string().superRefine((value, context) => {
  if (!stateCode.safeParse(value).success) context.addIssue({ code: 'custom', message: 'State is required' });
});
const companyShape = Object.fromEntries(companyFields.map(({ name, schema }) => [companyName(name), schema]));

/** Which billing fields the form has. */
export interface BillingOptions {
  /** Invoices are issued: each buyer is asked for the state. */
  asksState: boolean;
  /** The invoice is for a company. */
  forCompany: boolean;
}

/** @returns the schema of the answers */
export function answersSchema({ asksState, forCompany }: BillingOptions) {
  if (!asksState) return payer;
  return payer.extend({ state, ...(forCompany && companyShape) });
}

/** @returns the payer's fields only, for the payment dialog and the API */
export function payerOf({ first_name, last_name, email, phone_number }: CheckoutAnswers): Payer {
  return { first_name, last_name, email, phone_number };
}

/** @returns the billing details, from validated answers */
export function billingOf(answers: CheckoutAnswers, { asksState, forCompany }: BillingOptions): Billing {
  if (!asksState) return undefined;
  if (!forCompany) return { state: answers.state, company: undefined };
  const written = Object.fromEntries(companyFields.map(({ name }) => [name, answers[companyName(name)]]));
  return { state: answers.state, company: company.parse(written) };
}

/** @returns the form's name of a field in the API's answer */
export function answerName(apiField: string): string {
  if (apiField === 'billing.state') return 'state';
  const [, name] = /^billing\.company\.(\w+)$/.exec(apiField) ?? [];
  return name === undefined ? apiField : companyName(name);
}
