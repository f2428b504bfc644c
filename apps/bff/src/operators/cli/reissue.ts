/**
 * `ops invoices reissue`: shows the correction that a payer requested, or corrects the buyer's details and
 * reissues the invoice.
 */

import type { CorrectionRequest } from '@meridian/contracts/enrolment/billing';
import { parseUuid } from '@meridian/contracts/uuid';
import type { Kysely } from 'kysely';
import { findOrder } from '../../enrolment/orders/store/order-queries.ts';
import { openCorrection } from '../../enrolment/receipts/ask-correction.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { runAction } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';

export const reissueUsage = `ops invoices reissue ORDER [--json]
ops invoices reissue ORDER --as-asked | [--first-name TEXT] [--last-name TEXT] [--state CODE] [--person] [--legal-name TEXT] [--gstin GSTIN] [--address TEXT] [--pin PIN] [--invoice-email TEXT] [--po-number TEXT] --note "why" [--preview] [--json] [--key UUID]`;

export const reissueOptions = {
  'as-asked': { type: 'boolean' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  state: { type: 'string' },
  person: { type: 'boolean' },
  'legal-name': { type: 'string' },
  gstin: { type: 'string' },
  address: { type: 'string' },
  pin: { type: 'string' },
  'invoice-email': { type: 'string' },
  'po-number': { type: 'string' },
  note: { type: 'string' },
} as const;
export const reissueOptionNames = Object.keys(reissueOptions) as (keyof typeof reissueOptions)[];

type Values = { [Name in Exclude<keyof typeof reissueOptions, 'as-asked' | 'person'>]?: string } & {
  'as-asked'?: boolean;
  person?: boolean;
  json?: boolean;
  preview?: boolean;
  key?: string;
};

const isGiven = (fields: object) => Object.values(fields).some((value) => value !== undefined);

/** @returns undefined if no field is given, or a company field with `--person` */
function typedBilling(values: Values, hasCompany: boolean): object | undefined {
  const { state, address, pin, gstin, person } = values;
  const ofCompany = {
    legal_name: values['legal-name'],
    gstin,
    invoice_email: values['invoice-email'],
    po_number: values['po-number'],
  };
  const names = { first_name: values['first-name'], last_name: values['last-name'] };
  const place = { address, pin };
  const forCompany = isGiven(ofCompany) || (hasCompany && !person && isGiven(place));
  if (!person && !isGiven({ state, ...names, ...ofCompany, ...place })) return undefined;
  if (person && isGiven(ofCompany)) return undefined;
  return {
    state,
    ...names,
    ...(person && { company: null }),
    ...(forCompany ? { company: { ...ofCompany, ...place } } : isGiven(place) && { address: place }),
  };
}

function show(print: Print, json: boolean | undefined, requested: CorrectionRequest | undefined): number {
  const none = 'No open request from the buyer';
  const lines = requested ? JSON.stringify(requested, null, 2).split('\n') : [none];
  printAnswer(print, json, { asked: requested ?? null }, lines);
  return 0;
}

/** @returns exit status; undefined for wrong usage */
export async function reissue(
  { database, actions }: { database: Kysely<Database>; actions: Executor },
  print: Print,
  orderId: string,
  values: Values,
): Promise<number | undefined> {
  const { json, preview, key, note } = values;
  if (parseUuid(orderId) === undefined) return undefined;
  const decides = reissueOptionNames.some((name) => values[name] !== undefined);
  if (!decides) return show(print, json, await openCorrection(database, orderId));
  const order = await findOrder(database, 'id', orderId.toLowerCase());
  const billing = typedBilling(values, order?.company != null);
  if ((values['as-asked'] === true) === (billing !== undefined)) return undefined;
  const input = { order: orderId, note, ...(billing && { billing }) };
  return runAction('documents.reissue', { input, json, preview, key, usage: reissueUsage }, actions, print);
}
