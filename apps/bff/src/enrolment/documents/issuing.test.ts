import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { company, someSupply } from '../../../testing/invoices/documents.ts';
import { insertPaidOrder } from '../../../testing/invoices/paid-order.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createInvoices } from './invoices.ts';
import { issueDocuments } from './issue-document.ts';
import { documentsOfOrder } from './issued.ts';
import { requestCorrection, requestInvoice } from './request-documents.ts';
import type { Supply } from './supply.ts';
import { takeNumber } from './take-number.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 5 });
await migrate(database);
afterAll(() => database.destroy());

const enqueued: string[] = [];
const jobs = {
  async enqueue(queue: string, ids: readonly string[]) {
    enqueued.push(...ids.map((id) => `${queue} ${id}`));
  },
};
const deps = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as 'payment' | 'batch_end' };
const log = { info: () => undefined, error: () => undefined };

beforeEach(() => {
  enqueued.length = 0;
  deps.issue = 'payment';
});

async function pay(change: Partial<Supply> = {}, paidAt = new Date()): Promise<string> {
  const orderId = await insertPaidOrder(database, paidAt);
  await database
    .transaction()
    .execute((transaction) =>
      requestInvoice(transaction, jobs, { orderId, version: 1, supply: someSupply(change) }),
    );
  return orderId;
}

async function credit(
  orderId: string,
  creditedPaise: number,
  version: number,
  present: Partial<Supply> = {},
): Promise<void> {
  const change = { orderId, version, supply: someSupply(present) };
  const correction = { reason: 'goodwill', cancelledSeats: 0 } as const;
  await database
    .transaction()
    .execute((transaction) => requestCorrection(transaction, jobs, change, creditedPaise, correction));
}

describe('issuing', () => {
  it('inserts only a request and a job with the payment', async () => {
    const orderId = await pay();
    expect(enqueued).toEqual([`issue-documents ${orderId}`]);
    expect(await documentsOfOrder(database, orderId)).toEqual([]);
  });

  it('inserts a document with the next number, and the job that renders its PDF', async () => {
    const [first, second] = [await pay(), await pay()];
    const [one = ''] = await issueDocuments(deps, first);
    const [two = ''] = await issueDocuments(deps, second);
    expect(one).toMatch(/^MA\/\d{4}\/\d{6}$/);
    expect(Number(two.slice(-6))).toBe(Number(one.slice(-6)) + 1);
    expect(enqueued).toContain(`render-document ${one}`);
    expect(await issueDocuments(deps, first)).toEqual([]);
    const [document] = await documentsOfOrder(database, first);
    expect(document).toMatchObject({
      number: one,
      kind: 'invoice',
      placeOfSupply: '29',
      registered: false,
      amounts: { taxablePaise: 37_998_00, cgstPaise: 3_419_82, sgstPaise: 3_419_82, totalPaise: 44_837_64 },
      eInvoice: {
        DocDtls: { Typ: 'INV', No: one },
        SellerDtls: { Gstin: '29AAAAA0000A1ZY', Loc: 'Bengaluru', Pin: 560_025, Stcd: '29' },
        BuyerDtls: { Gstin: 'URP', LglNm: 'Asha Nair', Pos: '29' },
        ItemList: [
          { HsnCd: '999293', Qty: 2, UnitPrice: 18_999, AssAmt: 37_998, GstRt: 18, CgstAmt: 3_419.82 },
        ],
        ValDtls: { TotInvVal: 44_837.64, RndOffAmt: 0 },
      },
    });
  });

  it('credits without tax if the previous number has a time after the last day of the credit', async () => {
    const orderId = await pay();
    await issueDocuments(deps, orderId);
    await credit(orderId, 1_000_00, 2);
    // The previous number was taken on a server whose clock is ahead.
    const issuedAt = new Date(Date.now() + 3 * 366 * 86_400_000);
    const take: typeof takeNumber = async (...args) => ({ ...(await takeNumber(...args)), issuedAt });
    expect(await issueDocuments({ ...deps, take }, orderId)).toHaveLength(1);
    const documents = await documentsOfOrder(database, orderId);
    expect(documents.at(-1)).toMatchObject({ amounts: { igstPaise: 0, cgstPaise: 0, totalPaise: 1_000_00 } });
  });

  it('names the company, its order number and the place of supply', async () => {
    const orderId = await pay({ placeOfSupply: '27', buyer: { name: 'Asha Nair', state: '27', company } });
    await issueDocuments(deps, orderId);
    const [document] = await documentsOfOrder(database, orderId);
    expect(document?.eInvoice).toMatchObject({
      TranDtls: { SupTyp: 'B2B' },
      BuyerDtls: { Gstin: '27AAPFU0939F1ZV', LglNm: company.legal_name, Pin: 400_012, Stcd: '27', Pos: '27' },
      ItemList: [{ IgstAmt: 6_839.64, CgstAmt: 0 }],
      RefDtls: { ContrDtls: [{ PORefr: 'PO-7' }] },
    });
  });

  it('happens once under concurrency, without a gap; dates rise with numbers', async () => {
    const orders: string[] = [];
    for (let order = 0; order < 15; order += 1) orders.push(await pay());
    // Each issuer issues all orders in the same sequence, so that they compete for every order and every
    // number.
    const issuer = async () => {
      const numbers: string[] = [];
      for (const orderId of orders) numbers.push(...(await issueDocuments(deps, orderId)));
      return numbers;
    };
    const numbers = (await Promise.all([issuer(), issuer(), issuer(), issuer()])).flat();
    expect(numbers).toHaveLength(15);
    const rows = await database
      .selectFrom('invoices')
      .select(['serial', 'issued_at'])
      .where('series', '=', 'MA')
      .orderBy('serial')
      .execute();
    expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_row, index) => index + 1));
    const timestamps = rows.map(({ issued_at: at }) => at.getTime());
    expect(timestamps).toEqual(timestamps.toSorted((a, b) => a - b));
  });

  it('returns the number if the transaction rolls back', async () => {
    const before = await pay();
    const [number = ''] = await issueDocuments(deps, before);
    const failing = { ...deps, jobs: { enqueue: () => Promise.reject(new Error('the queue is down')) } };
    const orderId = await pay();
    await expect(issueDocuments(failing, orderId)).rejects.toThrow('the queue is down');
    const [next = ''] = await issueDocuments(deps, orderId);
    expect(Number(next.slice(-6))).toBe(Number(number.slice(-6)) + 1);
  });

  it('credits a refund, with the number and the date of the invoice', async () => {
    const orderId = await pay();
    await credit(orderId, 22_418_82, 2);
    await issueDocuments(deps, orderId);
    await credit(orderId, 44_837_64, 3);
    await issueDocuments(deps, orderId);
    const [invoice, ...creditNotes] = await documentsOfOrder(database, orderId);
    expect(creditNotes.map(({ kind, amounts, reference }) => [kind, amounts.totalPaise, reference])).toEqual([
      ['credit_note', 22_418_82, invoice?.number],
      ['credit_note', 22_418_82, invoice?.number],
    ]);
    expect(creditNotes[0]?.number).toMatch(/^MAC\/\d{4}\/\d{6}$/);
    expect(creditNotes[0]?.eInvoice.RefDtls?.PrecDocDtls).toEqual([
      { InvNo: invoice?.number, InvDt: invoice?.eInvoice.DocDtls.Dt },
    ]);
  });

  it('credits the buyer and names the supplier of the invoice, even if they were erased or changed since', async () => {
    const orderId = await pay({ placeOfSupply: '27', buyer: { name: 'Asha Nair', state: '27', company } });
    await issueDocuments(deps, orderId);
    const erased = { placeOfSupply: null, buyer: { name: '', state: null, company: null } };
    await credit(orderId, 22_418_82, 2, erased);
    const moved = {
      legalName: 'Kaveri of Kerala',
      gstin: '32AAAAM0000M1ZA',
      address: { street: '1 Beach Road', town: 'Kochi', pin: '682001' },
      signatory: null,
    };
    await issueDocuments({ ...deps, supplier: moved }, orderId);
    const [invoice, note] = await documentsOfOrder(database, orderId);
    expect(note).toMatchObject({
      kind: 'credit_note',
      registered: true,
      placeOfSupply: '27',
      placeAssumed: false,
      amounts: { igstPaise: 3_419_82, cgstPaise: 0, totalPaise: 22_418_82 },
      eInvoice: {
        TranDtls: { SupTyp: 'B2B' },
        SellerDtls: invoice?.eInvoice.SellerDtls,
        BuyerDtls: invoice?.eInvoice.BuyerDtls,
      },
      details: { poNumber: 'PO-7' },
    });
  });

  it('credits without tax, in a separate series, once the tax can no longer be reduced', async () => {
    const orderId = await pay({}, new Date('2025-03-20T12:00:00+05:30'));
    await credit(orderId, 22_418_82, 2);
    await credit(orderId, 44_837_64, 3);
    await issueDocuments(deps, orderId);
    const [invoice, ...notes] = await documentsOfOrder(database, orderId);
    const noTax = { cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise: 0, roundOffPaise: 0 };
    const half = {
      kind: 'credit_note',
      withoutTax: true,
      number: expect.stringMatching(/^MAN\//),
      reference: invoice?.number,
      amounts: { ...noTax, taxablePaise: 22_418_82, totalPaise: 22_418_82 },
      eInvoice: { ItemList: [{ GstRt: 0, IgstAmt: 0, CgstAmt: 0 }] },
    };
    expect(notes).toMatchObject([half, half]);
  });

  it('issues a receipt voucher first if invoices are issued at the end of the batch', async () => {
    deps.issue = 'batch_end';
    const orderId = await pay();
    expect(await issueDocuments(deps, orderId)).toEqual([expect.stringMatching(/^MAR\//)]);
    expect(await issueDocuments(deps, orderId)).toEqual([]);
    const past = await pay({ endsOn: '2020-01-01' });
    expect(await issueDocuments(deps, past)).toEqual([expect.stringMatching(/^MA\//)]);
    const { issue_from: from } = await database
      .selectFrom('document_requests')
      .select('issue_from')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    expect(from?.toISOString()).toBe('2026-12-06T18:30:00.000Z');
  });

  it('waits for an operator if there is no supplier', async () => {
    const settings = { prefix: 'MA', issue: 'payment', eInvoice: false } as const;
    const without = createInvoices({ database, jobs, log, settings, supplier: undefined });
    const orderId = await pay();
    expect(await without.issue([orderId])).toEqual(new Map([[orderId, 'done']]));
    expect(await issueDocuments(deps, orderId)).toEqual([]);
    expect(await issueDocuments(deps, orderId, { alsoWaiting: true })).toHaveLength(1);
  });

  it('issues overdue documents that have no job', async () => {
    const settings = { prefix: 'MA', issue: 'payment', eInvoice: false } as const;
    const invoices = createInvoices({ database, jobs, log, settings, supplier });
    const orderId = await pay();
    await sql`update document_requests set issue_from = now() - interval '2 minutes'
      where order_id = ${orderId}`.execute(database);
    expect(await invoices.issueOverdue()).toBeGreaterThan(0);
    expect(await documentsOfOrder(database, orderId)).toHaveLength(1);
  });
});

describe('an issued document', () => {
  it('cannot be changed or deleted in the database', async () => {
    const orderId = await pay();
    const [number = ''] = await issueDocuments(deps, orderId);
    const message = 'what is issued is neither changed nor deleted';
    await expect(
      sql`update invoices set total_paise = 1 where number = ${number}`.execute(database),
    ).rejects.toThrow(message);
    await expect(sql`delete from invoices where number = ${number}`.execute(database)).rejects.toThrow(
      message,
    );
    await expect(sql`truncate invoices cascade`.execute(database)).rejects.toThrow(message);
    await expect(
      sql`update invoices set irn = 'x', issued_on = '2020-01-01' where number = ${number}`.execute(database),
    ).rejects.toThrow(message);
  });

  it('accepts the IRN of the registration portal once', async () => {
    const orderId = await pay();
    const [number = ''] = await issueDocuments(deps, orderId);
    await sql`update invoices set irn = 'a', ack_no = '1', ack_on = '2026-11-22' where number = ${number}`.execute(
      database,
    );
    await expect(
      sql`update invoices set irn = 'b' where number = ${number}`.execute(database),
    ).rejects.toThrow('neither changed');
  });
});
