import { afterAll, beforeAll, expect, it } from 'vitest';
import { company, someSupply } from '../../../testing/invoices/documents.ts';
import { insertPaidOrder } from '../../../testing/invoices/paid-order.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { operationsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { issuingOf } from '../../enrolment/documents/invoices.ts';
import { requestInvoice } from '../../enrolment/documents/request-documents.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import type { Env } from '../../platform/settings/env.ts';
import { invoicesCommand } from './invoices.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 2 });
beforeAll(() => migrate(database));
afterAll(() => database.destroy());

const rendered: string[] = [];
const jobs = {
  async enqueue(queue: string, ids: readonly string[]) {
    if (queue === 'render-document') rendered.push(...ids);
  },
};
const unused = () => Promise.reject(new Error('unused'));
const settings = { prefix: 'MA', issue: 'payment', eInvoice: false } as const;

async function ops(args: string[], given: Pick<Env, 'supplier'> = { supplier }) {
  const lines: string[] = [];
  const issuing = issuingOf({ database, jobs, supplier: given.supplier, settings });
  const deps = operationsOn(database, { issuing }, { jobs: { ...jobs, revive: unused, cancel: unused } });
  const status = await invoicesCommand(args, deps, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

it('issues documents that wait for approval, and lists them without personal data', async () => {
  const orderId = await insertPaidOrder(database);
  await database
    .transaction()
    .execute((transaction) =>
      requestInvoice(transaction, jobs, { orderId, version: 1, supply: someSupply() }),
    );
  await database.updateTable('document_requests').set({ issue_from: null }).execute();
  expect(await ops(['issue'], { supplier: undefined })).toEqual({
    status: 1,
    text: expect.stringMatching(/not set/),
  });
  const issued = await ops(['issue']);
  expect(issued).toEqual({ status: 0, text: expect.stringMatching(/^1 issued\nMA\/\d{4}\/000001$/) });
  const listed = await ops(['--json']);
  expect(JSON.parse(listed.text).invoices).toMatchObject([
    { kind: 'invoice', total_paise: 44_837_64, gstin: null, place_of_supply: '29', reference: null },
  ]);
  expect(listed.text).not.toContain('Asha');
  expect((await ops(['--month', '2020-01', '--json'])).text).toContain('"invoices": []');
  const csv = (await ops(['--csv'])).text.split('\n');
  expect(csv.slice(0, 3)).toContain('B2B invoices');
  expect(csv.filter((line) => line.includes('pay_PxYwZ0aBcDeF12'))).toHaveLength(1);
  expect((await ops([])).text).toMatch(/^number .*\nMA\/\d{4}\/000001 +\d{4}-\d\d-\d\d +invoice/);
});

it('stores the IRN of a B2B invoice once, and enqueues its PDF', async () => {
  const buyer = { name: 'Asha Nair', state: '27', company };
  const supply = someSupply({ placeOfSupply: '27', buyer });
  const orderId = await insertPaidOrder(database);
  await database
    .transaction()
    .execute((transaction) => requestInvoice(transaction, jobs, { orderId, version: 1, supply }));
  const [, number = ''] = (await ops(['issue'])).text.split('\n');
  const waiting = JSON.parse((await ops(['irn', '--json'])).text).invoices;
  expect(waiting).toMatchObject([
    { Version: '1.1', DocDtls: { No: number }, BuyerDtls: { Gstin: company.gstin } },
  ]);

  const irn = 'ab'.repeat(32);
  const told = ['--ack-no', '112610000000001', '--ack-date', '22/11/2026 12:00'];
  expect((await ops(['irn', number])).status).toBe(2);
  expect((await ops(['irn', number, '--irn', 'short', ...told])).status).toBe(2);
  rendered.length = 0;
  expect((await ops(['irn', number, '--irn', irn, ...told, '--signed-qr', 'eyJ'])).status).toBe(0);
  expect(rendered).toEqual([number]);
  expect((await ops(['irn', number, '--irn', irn, ...told])).text).toContain('recorded already');
  expect((await ops(['irn', number, '--irn', 'cd'.repeat(32), ...told])).status).toBe(1);
  expect((await ops(['irn', 'MA/2627/999999', '--irn', irn, ...told])).text).toContain('Document not found');
  expect((await ops(['irn'])).text).toBe('');
  expect(JSON.parse((await ops(['--json'])).text).invoices.at(-1)).toMatchObject({ number, irn });
});

it.each([
  [['--month', '2026-13'], '--month takes a month'],
  [['issue', 'x'], 'Unexpected argument "x"'],
  [['--csv', '--json'], '--csv cannot be used with --json'],
  [['delete'], 'Unknown command "delete"'],
  [['issue', '--month', '2026-11'], "Unknown option '--month'"],
])('refuses %j', async (args, sentence) => {
  const { status, text } = await ops(args);
  expect(status).toBe(2);
  expect(text).toContain(sentence);
});
