/** `ops invoices …`: lists documents, issues those that wait, and stores registrations (IRN). */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import { documentsOfMonth, type IssuedDocument } from '../../enrolment/documents/issued.ts';
import { monthCsv } from '../../enrolment/documents/month-report.ts';
import { registerDocument, unregisteredDocuments } from '../../enrolment/documents/register.ts';
import { settlementsOfPayments } from '../../enrolment/settlements/settled-entries.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Env } from '../../platform/settings/env.ts';
import { usageOf } from './action-command.ts';
import { orRefused, type Print, printAnswer } from './answer.ts';
import { readArguments, wrongUse } from './arguments.ts';
import { type OperationCommandDependencies, runOperationCommand } from './operation-command.ts';
import { reissue, reissueOptionNames, reissueOptions } from './reissue.ts';
import { tableLines } from './table.ts';

export const invoicesUsage = `ops invoices [--month YYYY-MM] [--csv | --json]
${usageOf('documents.issue')}
ops invoices reissue ORDER [--json]
ops invoices reissue ORDER --as-asked | [--first-name TEXT] [--last-name TEXT] [--state CODE] [--person] [--legal-name TEXT] [--gstin GSTIN] [--address TEXT] [--pin PIN] [--invoice-email TEXT] [--po-number TEXT] --note "why" [--json]
ops invoices irn NUMBER --irn IRN --ack-no NUMBER --ack-date TEXT [--signed-qr TEXT] [--json]
ops invoices irn [--json]`;

const options = {
  month: { type: 'string' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  irn: { type: 'string' },
  'ack-no': { type: 'string' },
  'ack-date': { type: 'string' },
  'signed-qr': { type: 'string' },
  ...reissueOptions,
} as const;
const verbs = {
  '': ['month', 'csv', 'json'],
  reissue: [...reissueOptionNames, 'json'],
  irn: ['irn', 'ack-no', 'ack-date', 'signed-qr', 'json'],
} as const;

export interface InvoicesCommandDependencies extends OperationCommandDependencies {
  /** Opened on first use: to list, the database is enough. */
  jobs(): Promise<Pick<Jobs, 'enqueue'>>;
  /** @throws EnvError */
  env(): Pick<Env, 'supplier' | 'invoices' | 'onlinePlace'>;
}

/** Without personal data. */
function dataOf(document: IssuedDocument) {
  const { amounts, eInvoice, details } = document;
  return {
    number: document.number,
    kind: document.kind,
    issued_on: document.issuedOn,
    order_id: document.orderId,
    reference: document.reference,
    payment_id: details.paymentId,
    gstin: document.registered ? eInvoice.BuyerDtls.Gstin : null,
    place_of_supply: document.placeOfSupply,
    place_assumed: document.placeAssumed,
    taxable_paise: amounts.taxablePaise,
    cgst_paise: amounts.cgstPaise,
    sgst_paise: amounts.sgstPaise,
    utgst_paise: amounts.utgstPaise,
    igst_paise: amounts.igstPaise,
    round_off_paise: amounts.roundOffPaise,
    total_paise: amounts.totalPaise,
    irn: document.irn,
  };
}

function tableOf(documents: readonly IssuedDocument[]): string[] {
  const rows = documents.map(({ number, kind, issuedOn, orderId, reference, amounts, placeOfSupply }) => [
    number,
    issuedOn,
    kind,
    placeOfSupply,
    formatPaise(amounts.taxablePaise),
    formatPaise(amounts.totalPaise - amounts.taxablePaise),
    formatPaise(amounts.totalPaise),
    reference ?? '',
    orderId,
  ]);
  return tableLines(
    ['number', 'issued', 'kind', 'place', 'taxable', 'tax', 'total', 'corrects', 'order'],
    rows,
  );
}

/** Issues the documents that wait, those of earlier paid orders included. */
const issue = (args: readonly string[], deps: OperationCommandDependencies, print: Print) =>
  runOperationCommand('documents.issue', args, deps, print, (output) => ({
    data: output,
    lines: [`${output.invoices.length} issued`, ...output.invoices.map(({ number }) => number)],
  }));

/** Lists the e-invoices that wait, or stores the registration of one. @returns undefined for wrong use */
async function irn(
  deps: InvoicesCommandDependencies,
  print: Print,
  number: string | undefined,
  values: { irn?: string; ackNo?: string; ackDate?: string; signedQr?: string; json?: boolean },
): Promise<number | undefined> {
  const { ackNo, ackDate, signedQr, json } = values;
  if (number === undefined) {
    const documents = await documentsOfMonth(deps.database, undefined);
    const waiting = new Set(await unregisteredDocuments(deps.database));
    const eInvoices = documents.filter((one) => waiting.has(one.number)).map(({ eInvoice }) => eInvoice);
    printAnswer(print, json, { invoices: eInvoices }, [...waiting]);
    return 0;
  }
  if (!/^[0-9a-f]{64}$/i.test(values.irn ?? '') || !/^\d{1,20}$/.test(ackNo ?? '') || !ackDate?.trim())
    return undefined;
  const registration = {
    irn: values.irn?.toLowerCase() ?? '',
    ackNo: ackNo ?? '',
    ackOn: ackDate.trim(),
    signedQr: signedQr?.trim() || null,
  };
  const use = { database: deps.database, jobs: await deps.jobs() };
  return orRefused({ print, json }, async () => {
    const done = await registerDocument(use, number, registration);
    printAnswer(print, json, { done }, [done]);
    return 0;
  });
}

/**
 * @param args what follows `ops invoices`
 * @param print takes each line of the answer
 * @returns the exit status: 0 done, 1 not possible, 2 wrong use
 */
export async function invoicesCommand(
  args: readonly string[],
  deps: InvoicesCommandDependencies,
  print: Print,
): Promise<number> {
  const [word, ...others] = args;
  if (word === 'issue') return issue(others, deps, print);
  const read = readArguments(args, { options, verbs, usage: invoicesUsage }, print);
  if (!read) return wrongUse;
  const { verb, rest, values } = read;
  const { month, csv, json } = values;
  const wrong = (sentence: string) => {
    print(`${sentence}\n${invoicesUsage}`);
    return wrongUse;
  };
  const words = verb === 'irn' || verb === 'reissue' ? rest.slice(1) : rest;
  if (words.length > 0) return wrong(`"${words[0]}" is one word too many.`);
  if (month !== undefined && !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))
    return wrong('--month takes a month such as 2026-11.');
  if (csv && json) return wrong('Either --csv or --json.');
  if (verb === 'reissue') {
    const status = await reissue(deps, print, rest[0] ?? '', values);
    return status ?? wrong('Which order, and what is to be on its invoice? Say why with --note.');
  }
  if (verb === 'irn') {
    const { 'ack-no': ackNo, 'ack-date': ackDate, 'signed-qr': signedQr } = values;
    const status = await irn(deps, print, rest[0], { irn: values.irn, ackNo, ackDate, signedQr, json });
    return status ?? wrong('An IRN has 64 hexadecimal digits; --ack-no and --ack-date come with it.');
  }
  const documents = await documentsOfMonth(deps.database, month);
  if (csv) {
    const paymentIds = documents.map(({ details }) => details.paymentId);
    monthCsv(documents, await settlementsOfPayments(deps.database, paymentIds)).forEach(print);
  } else printAnswer(print, json, { invoices: documents.map(dataOf) }, tableOf(documents));
  return 0;
}
