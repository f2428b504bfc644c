import { randomUUID } from 'node:crypto';
import { dayInIndia } from '@meridian/contracts/india-time';
import { afterAll, expect, it } from 'vitest';
import { someSupply } from '../../../testing/invoices/documents.ts';
import { insertPaidOrder } from '../../../testing/invoices/paid-order.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { checkInvoices } from '../../operators/doctor/checks/invoices.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { financialYearOf } from './document-number.ts';
import { issueDocuments } from './issue-document.ts';
import { requestInvoice } from './request-documents.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 3 });
await migrate(database);
afterAll(() => database.destroy());

const jobs = { enqueue: async () => undefined };
const issuing = { database, jobs, supplier, prefix: 'MA', issue: 'payment', eInvoice: false } as const;
const actions = actionsOn(database, {
  correcting: { issuing, settings: { onlinePlace: 'recipient_state' } },
});
const actor = { id: null, email: 'asha@academy.example', role: 'finance', isSteppedUp: true } as const;
const setFirst = (number: string) =>
  actions.execute(
    'documents.set-first-number',
    { number },
    { actor, key: randomUUID(), requestId: 'request-1' },
  );
const year = financialYearOf(dayInIndia(new Date()));
const nextYear = financialYearOf(dayInIndia(new Date(Date.now() + 365 * 86_400_000)));

async function issue(): Promise<string[]> {
  const orderId = await insertPaidOrder(database);
  await database
    .transaction()
    .execute((transaction) =>
      requestInvoice(transaction, jobs, { orderId, version: 1, supply: someSupply() }),
    );
  return issueDocuments(issuing, orderId);
}
const doctor = () => checkInvoices({ database: () => database } as Parameters<typeof checkInvoices>[0]);

it.each([
  [`INV/${year}/000501`, 'Enter a number of one of the series MA, MAC, MAR, MAF, MAN'],
  ['MA/2021/000501', `Enter the current financial year, ${year}, or the next one, ${nextYear}`],
  [`MA/${year}/501`, 'Enter a number such as MA/2627/000501'],
  [`MA/${year}/0000501`, 'Enter a number such as MA/2627/000501'],
  [`MA/${year}/000000`, 'Numbers begin with 000001'],
])('%s is refused as the first number', async (number, message) => {
  await expect(setFirst(number)).rejects.toMatchObject({ kind: 'invalid', errors: { number: [message] } });
});

it('documents continue the numbers of another system without a gap; the first number can be set until a document is issued', async () => {
  await setFirst(`MA/${year}/000777`);
  expect(await setFirst(`ma/${year}/000501`)).toMatchObject({
    done: `The next number of the series MA in ${year} is MA/${year}/000501.`,
    series: { name: 'MA', financial_year: year, next: `MA/${year}/000501` },
  });
  expect((await setFirst(`MA/${year}/000501`)).done).toContain('as before');
  expect(await doctor()).toMatchObject({ state: 'ok', text: 'No document has been issued yet' });
  expect(await issue()).toEqual([`MA/${year}/000501`]);
  await expect(setFirst(`MA/${year}/000901`)).rejects.toMatchObject({
    code: 'documents_issued',
    message: `MA/${year}/000501 is already issued, so the first number can no longer be set.`,
  });
  expect(await issue()).toEqual([`MA/${year}/000502`]);
  expect(await doctor()).toMatchObject({ state: 'ok', text: '2 documents, numbered without a gap' });
});

it('the number of the next financial year can be set before it begins', async () => {
  expect(await setFirst(`MA/${nextYear}/000001`)).toMatchObject({ series: { financial_year: nextYear } });
});
