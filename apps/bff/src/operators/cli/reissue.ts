/** `ops invoices reissue`: shows what a buyer asked for, and issues the invoice anew with another buyer. */

import { type CorrectionRequest, correctionRequest } from '@meridian/contracts/checkout/billing';
import { parseUuid } from '@meridian/contracts/uuid';
import type { Kysely } from 'kysely';
import { correctBilling } from '../../enrolment/decisions/correct-billing.ts';
import { issuingOf } from '../../enrolment/documents/invoices.ts';
import { openCorrection } from '../../enrolment/receipts/ask-correction.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Env } from '../../platform/settings/env.ts';
import { orRefused, type Print, printAnswer } from './answer.ts';

export const reissueOptions = {
  'as-asked': { type: 'boolean' },
  state: { type: 'string' },
  'legal-name': { type: 'string' },
  gstin: { type: 'string' },
  address: { type: 'string' },
  pin: { type: 'string' },
  'po-number': { type: 'string' },
  note: { type: 'string' },
} as const;
export const reissueOptionNames = Object.keys(reissueOptions) as (keyof typeof reissueOptions)[];

type Values = { [Name in Exclude<keyof typeof reissueOptions, 'as-asked'>]?: string } & {
  'as-asked'?: boolean;
  json?: boolean;
};

interface Dependencies {
  database: Kysely<Database>;
  jobs(): Promise<Pick<Jobs, 'enqueue'>>;
  /** @throws EnvError */
  env(): Pick<Env, 'supplier' | 'invoices' | 'onlinePlace'>;
}

/** @returns undefined where an option is missing, or what is wrong with one */
function typedBilling(values: Values): CorrectionRequest | string | undefined {
  const { state, address, pin, gstin } = values;
  if (state === undefined) return undefined;
  const place = { address, pin };
  const company = { ...place, gstin, legal_name: values['legal-name'], po_number: values['po-number'] };
  const isCompany = gstin !== undefined || values['legal-name'] !== undefined;
  const hasAddress = address !== undefined || pin !== undefined;
  const read = correctionRequest.safeParse({
    state,
    ...(isCompany ? { company } : hasAddress ? { address: place } : {}),
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
  const typed = typedBilling(values);
  if (note === '' || (values['as-asked'] === true) === (typed !== undefined)) return undefined;
  const billing = values['as-asked'] ? asked : typed;
  if (billing === undefined) return impossible('The buyer has asked for nothing');
  if (typeof billing === 'string') return impossible(billing);
  const { supplier, invoices: settings, onlinePlace } = deps.env();
  const issuing = issuingOf({ database: deps.database, jobs: await deps.jobs(), supplier, settings });
  if (!issuing) return impossible('SUPPLIER_LEGAL_NAME, SUPPLIER_ADDRESS and SUPPLIER_GSTIN are not set');
  return orRefused({ print, json }, async () => {
    const { creditNote, invoice } = await correctBilling(
      {
        database: deps.database,
        issuing: { ...issuing, eInvoice: settings.eInvoice },
        settings: { onlinePlace },
      },
      orderId.toLowerCase(),
      billing,
      note,
    );
    const done = `Credit note ${creditNote} and invoice ${invoice} are issued`;
    printAnswer(print, json, { done, invoices: [{ number: creditNote }, { number: invoice }] }, [done]);
    return 0;
  });
}
