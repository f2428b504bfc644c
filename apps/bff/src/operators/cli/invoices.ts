/**
 * `ops invoices …`: lists, issues and reissues documents, stores registrations (IRN), and sets first numbers.
 */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { documentsOfMonth, type IssuedDocument } from '../../enrolment/documents/issued.ts';
import { monthCsv } from '../../enrolment/documents/month-report.ts';
import { unregisteredDocuments } from '../../enrolment/documents/register.ts';
import { settlementsOfPayments } from '../../enrolment/settlements/settled-entries.ts';
import { usageOf } from './action-arguments.ts';
import { runAction } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, usageErrorStatus } from './arguments.ts';
import { type OperationCommandDependencies, runOperationCommand } from './operation-command.ts';
import { reissue, reissueOptionNames, reissueOptions, reissueUsage } from './reissue.ts';
import { tableLines } from './table.ts';

export const invoicesUsage = `ops invoices [--month YYYY-MM] [--csv | --json]
${usageOf('documents.issue')}
${reissueUsage}
${usageOf('documents.register')}
${usageOf('documents.set-first-number')}
ops invoices irn [--json]`;

const options = {
  month: { type: 'string' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  preview: { type: 'boolean' },
  key: { type: 'string' },
  ...reissueOptions,
} as const;
const verbs = {
  '': ['month', 'csv', 'json'],
  reissue: [...reissueOptionNames, 'json', 'preview', 'key'],
  irn: ['json'],
} as const;

/** A document without personal data. */
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

/** Issues pending documents, including those that need an operator's approval. */
const issue = (args: readonly string[], deps: OperationCommandDependencies, print: Print) =>
  runOperationCommand('documents.issue', args, deps, print, (output) => ({
    data: output,
    lines: [`${output.invoices.length} issued`, ...output.invoices.map(({ number }) => number)],
  }));

/** Lists documents that wait for their registration (IRN). */
async function listUnregistered(
  { database }: OperationCommandDependencies,
  print: Print,
  json: boolean | undefined,
): Promise<number> {
  const documents = await documentsOfMonth(database, undefined);
  const waiting = new Set(await unregisteredDocuments(database));
  const eInvoices = documents.filter((one) => waiting.has(one.number)).map(({ eInvoice }) => eInvoice);
  printAnswer(print, json, { invoices: eInvoices }, [...waiting]);
  return 0;
}

/**
 * @param args arguments after `ops invoices`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function invoicesCommand(
  args: readonly string[],
  deps: OperationCommandDependencies,
  print: Print,
): Promise<number> {
  const [word, ...others] = args;
  if (word === 'issue') return issue(others, deps, print);
  if (word === 'set-first-number')
    return runAction('documents.set-first-number', others, deps.actions, print);
  const isList = others.every((other) => other === '--json');
  if (word === 'irn' && !isList) return runAction('documents.register', others, deps.actions, print);
  const read = readArguments(args, { options, verbs, usage: invoicesUsage }, print);
  if (!read) return usageErrorStatus;
  const { verb, rest, values } = read;
  const { month, csv, json } = values;
  const usageError = (sentence: string) => {
    print(`${sentence}\n${invoicesUsage}`);
    return usageErrorStatus;
  };
  const words = verb === 'reissue' ? rest.slice(1) : rest;
  if (words.length > 0) return usageError(`Unexpected argument "${words[0]}".`);
  if (month !== undefined && !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))
    return usageError('--month takes a month such as 2026-11.');
  if (csv && json) return usageError('--csv cannot be used with --json.');
  if (verb === 'reissue') {
    const status = await reissue(deps, print, rest[0] ?? '', values);
    return (
      status ?? usageError('Give the order, the details of the new invoice, and the reason with --note.')
    );
  }
  if (verb === 'irn') return listUnregistered(deps, print, json);
  const documents = await documentsOfMonth(deps.database, month);
  if (csv) {
    const paymentIds = documents.map(({ details }) => details.paymentId);
    monthCsv(documents, await settlementsOfPayments(deps.database, paymentIds)).forEach(print);
  } else printAnswer(print, json, { invoices: documents.map(dataOf) }, tableOf(documents));
  return 0;
}
