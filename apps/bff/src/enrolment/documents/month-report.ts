/**
 * Writes the tax documents of a month for the accountant, not in the form of GSTR-1. Amounts are in rupees.
 */
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { csvLine } from '../../platform/csv/csv.ts';
import { type Amounts, differenceOf, sumOf } from './amounts.ts';
import type { IssuedDocument } from './issued.ts';

type Cell = string | number;

interface Section {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const amountColumns = ['taxable', 'rate', 'cgst', 'sgst_utgst', 'igst', 'round_off', 'total'] as const;
const documentColumns = [
  'date',
  'number',
  'kind',
  'gstin',
  'name',
  'place_of_supply',
  'place_assumed',
  'sac',
  ...amountColumns,
  'reference',
  'reference_date',
  'payment_id',
  'settlement_id',
  'irn',
];

function amountCells(amounts: Amounts, rate: number): number[] {
  const { taxablePaise, cgstPaise, sgstPaise, utgstPaise, igstPaise, roundOffPaise, totalPaise } = amounts;
  return [
    rupeesOf(taxablePaise),
    rate,
    rupeesOf(cgstPaise),
    rupeesOf(sgstPaise + utgstPaise),
    rupeesOf(igstPaise),
    rupeesOf(roundOffPaise),
    rupeesOf(totalPaise),
  ];
}

const rateOf = ({ eInvoice }: IssuedDocument) => eInvoice.ItemList[0]?.GstRt ?? 0;
const sacOf = ({ eInvoice }: IssuedDocument) => eInvoice.ItemList[0]?.HsnCd ?? '';

/** Settlement and bank reference by payment id. */
type Settlements = ReadonlyMap<string, string>;

function rowOf(document: IssuedDocument, settlements: Settlements): Cell[] {
  const { issuedOn, number, kind, eInvoice, registered, placeOfSupply, placeAssumed, details } = document;
  return [
    issuedOn,
    number,
    kind,
    registered ? eInvoice.BuyerDtls.Gstin : '',
    eInvoice.BuyerDtls.LglNm,
    placeOfSupply,
    placeAssumed ? 'assumed' : '',
    sacOf(document),
    ...amountCells(document.amounts, rateOf(document)),
    document.reference ?? '',
    details.referenceIssuedOn ?? '',
    details.paymentId,
    settlements.get(details.paymentId) ?? '',
    document.irn ?? '',
  ];
}

const isCredit = ({ kind }: IssuedDocument) => kind === 'credit_note' || kind === 'refund_voucher';

/** @returns the invoices less the credit notes */
function net(documents: readonly IssuedDocument[]): Amounts {
  const [credits, debits] = [documents.filter(isCredit), documents.filter((one) => !isCredit(one))];
  return differenceOf(
    sumOf(debits.map(({ amounts }) => amounts)),
    sumOf(credits.map(({ amounts }) => amounts)),
  );
}

/** @returns one row for each key, in the order of the keys */
function grouped(
  documents: readonly IssuedDocument[],
  keyOf: (document: IssuedDocument) => string,
  rowOfGroup: (key: string, group: readonly IssuedDocument[]) => Cell[],
): Cell[][] {
  const groups = Map.groupBy(documents, keyOf);
  return [...groups.keys()].toSorted().map((key) => rowOfGroup(key, groups.get(key) ?? []));
}

const byRate = (document: IssuedDocument) => String(rateOf(document)).padStart(5, '0');

function seriesRow(_key: string, group: readonly IssuedDocument[]): Cell[] {
  const [first, last] = [group[0], group.at(-1)];
  // 0 cancelled: an issued document is never cancelled, only corrected by another document.
  return [first?.kind ?? '', first?.number ?? '', last?.number ?? '', group.length, 0];
}

/**
 * @param documents documents of a month, by series and number
 * @param settlements known settlements
 */
export function monthSections(
  documents: readonly IssuedDocument[],
  settlements: Settlements = new Map(),
): Section[] {
  const [commercial, taxed] = [
    documents.filter(({ withoutTax }) => withoutTax),
    documents.filter(({ withoutTax }) => !withoutTax),
  ];
  const of = (...kinds: IssuedDocument['kind'][]) => taxed.filter(({ kind }) => kinds.includes(kind));
  const supplies = of('invoice', 'credit_note');
  const invoices = of('invoice');
  const creditNotes = of('credit_note');
  const list = (title: string, rows: readonly IssuedDocument[]): Section => ({
    title,
    columns: documentColumns,
    rows: rows.map((row) => rowOf(row, settlements)),
  });
  const registered = (all: readonly IssuedDocument[], is: boolean) =>
    all.filter((document) => document.registered === is);
  return [
    list('B2B invoices', registered(invoices, true)),
    list('B2C invoices', registered(invoices, false)),
    list('B2B credit notes', registered(creditNotes, true)),
    list('B2C credit notes', registered(creditNotes, false)),
    list('Commercial credit notes, which reduce no tax', commercial),
    list('Advances: receipt and refund vouchers', of('receipt_voucher', 'refund_voucher')),
    {
      title: 'B2C by state and rate, less credit notes',
      columns: ['place_of_supply', ...amountColumns],
      rows: grouped(
        registered(supplies, false),
        (document) => `${document.placeOfSupply} ${byRate(document)}`,
        (key, group) => [key.slice(0, 2), ...amountCells(net(group), Number(key.slice(3)))],
      ),
    },
    {
      title: 'HSN summary, less credit notes',
      columns: ['sac', 'description', 'documents', ...amountColumns],
      rows: grouped(
        supplies,
        (document) => `${sacOf(document)} ${byRate(document)}`,
        (key, group) => [
          key.slice(0, 6),
          'Commercial training and coaching services',
          group.length,
          ...amountCells(net(group), Number(key.slice(7))),
        ],
      ),
    },
    {
      title: 'Documents issued',
      columns: ['kind', 'first', 'last', 'count', 'cancelled'],
      rows: grouped(documents, ({ series, financialYear }) => `${series}/${financialYear}`, seriesRow),
    },
  ];
}

/** GSTR-1 has other tables: for example, its table 7 has no inter-state supply above 1,00,000 rupees. */
const notGstr1 = 'Not in the form of GSTR-1: documents of the month for the accountant';

/** @returns the lines of a CSV file with all tables, each under its title and followed by an empty line */
export function monthCsv(documents: readonly IssuedDocument[], settlements?: Settlements): string[] {
  const tables = monthSections(documents, settlements).flatMap(({ title, columns, rows }) => [
    csvLine([title]),
    csvLine(columns),
    ...rows.map(csvLine),
    '',
  ]);
  return [csvLine([notGstr1]), '', ...tables];
}
