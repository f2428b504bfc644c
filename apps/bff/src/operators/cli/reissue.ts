/** `ops invoices reissue`: shows what a buyer asked for, or corrects the buyer's details and issues the invoice anew. */

import { type CorrectionRequest, correctionRequest } from '@meridian/contracts/checkout/billing';
import { parseUuid } from '@meridian/contracts/uuid';
import type { Kysely } from 'kysely';
import { correctBilling, correctedMessage } from '../../enrolment/decisions/correct-billing.ts';
import { issuingOf } from '../../enrolment/documents/invoices.ts';
import { findOrder } from '../../enrolment/orders/store/order-queries.ts';
import { openCorrection } from '../../enrolment/receipts/ask-correction.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Env } from '../../platform/settings/env.ts';
import { orRefused, type Print, printAnswer } from './answer.ts';

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
};

interface Dependencies {
  database: Kysely<Database>;
  jobs(): Promise<Pick<Jobs, 'enqueue'>>;
  /** @throws EnvError */
  env(): Pick<Env, 'supplier' | 'invoices' | 'onlinePlace'>;
}

const isGiven = (fields: object) => Object.values(fields).some((value) => value !== undefined);

/** @returns undefined where no field is given, or what is wrong with one */
function typedBilling(values: Values, hasCompany: boolean): CorrectionRequest | string | undefined {
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
  if (person && isGiven(ofCompany)) return '--person does not go with the fields of a company';
  const read = correctionRequest.safeParse({
    state,
    ...names,
    ...(person && { company: null }),
    ...(forCompany ? { company: { ...ofCompany, ...place } } : isGiven(place) && { address: place }),
  });
  if (read.success) return read.data;
  return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/** One order's data, for who decides about it. */
function show(print: Print, json: boolean | undefined, asked: CorrectionRequest | undefined): number {
  const none = 'The buyer has asked for nothing';
  const lines = asked ? JSON.stringify(asked, null, 2).split('\n') : [none];
  printAnswer(print, json, { asked: asked ?? null }, lines);
  return 0;
}

/** @returns the exit status; undefined for wrong use */
export async function reissue(
  deps: Dependencies,
  print: Print,
  orderId: string,
  values: Values,
): Promise<number | undefined> {
  const { json } = values;
  const impossible = (reason: string) => {
    printAnswer(print, json, { error: reason }, [reason]);
    return 1;
  };
  if (parseUuid(orderId) === undefined) return undefined;
  const asked = await openCorrection(deps.database, orderId);
  const decides = reissueOptionNames.some((name) => values[name] !== undefined);
  if (!decides) return show(print, json, asked);
  const note = values.note?.trim() ?? '';
  const order = await findOrder(deps.database, 'id', orderId.toLowerCase());
  const typed = typedBilling(values, order?.company != null);
  if (note === '' || (values['as-asked'] === true) === (typed !== undefined)) return undefined;
  const billing = values['as-asked'] ? asked : typed;
  if (billing === undefined) return impossible('The buyer has asked for nothing');
  if (typeof billing === 'string') return impossible(billing);
  const { supplier, invoices: settings, onlinePlace } = deps.env();
  const issuing = issuingOf({ database: deps.database, jobs: await deps.jobs(), supplier, settings });
  if (!issuing) return impossible('SUPPLIER_LEGAL_NAME, SUPPLIER_ADDRESS and SUPPLIER_GSTIN are not set');
  return orRefused({ print, json }, async () => {
    const issued = await correctBilling(
      {
        database: deps.database,
        issuing: { ...issuing, eInvoice: settings.eInvoice },
        settings: { onlinePlace },
      },
      orderId.toLowerCase(),
      billing,
      note,
    );
    const done = correctedMessage(issued);
    printAnswer(print, json, { done, invoices: issued.map(({ number }) => ({ number })) }, [done]);
    return 0;
  });
}
