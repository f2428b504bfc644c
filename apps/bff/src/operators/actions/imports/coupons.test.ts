import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { actionsOn } from '../../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../../testing/test-database.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import type { Refusal } from '../../../platform/refusal.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 2 });
await migrate(database);
afterAll(() => database.destroy());
beforeEach(async () => {
  await database.deleteFrom('coupon_uses').execute();
  await database.deleteFrom('coupons').execute();
  await database.deleteFrom('import_rows').execute();
});

const now = new Date('2026-11-22T12:00:00+05:30');
const actions = actionsOn(database, { now: () => now });
const actor = { id: null, email: 'asha@academy.example', role: 'finance', isSteppedUp: true } as const;
const callOf = () => ({ actor, key: randomUUID(), requestId: 'request-1' });

const preview = (csv: string) => actions.preview('coupons.import', { csv }, actor);
async function importFile(csv: string) {
  const { confirm } = (await preview(csv)) as { confirm: string };
  return (await actions.execute('coupons.import', { csv, confirm }, callOf())).import;
}
const undo = async (id: string | null) =>
  (await actions.execute('coupons.undo-import', { id: id ?? '' }, callOf())).import;
const end = (code: string) => actions.execute('coupons.end', { code }, callOf());
const coupons = () => database.selectFrom('coupons').selectAll().orderBy('code').execute();
const codes = async () => (await coupons()).map(({ code }) => code);

/** Opens an order with the coupon. */
async function use(code: string): Promise<void> {
  await sql`with made as (
    insert into orders (id, state, booking, batch, terms, seats, unit_paise, sub_total_paise, gst_paise, total_paise,
      first_name, last_name, email, phone_number, receipt_token, created_at, updated_at)
    values (gen_random_uuid(), 'created', 'none', '{}', '{}', 1, 10000, 10000, 1800, 11800,
      'Asha', 'Nair', 'asha@example.com', '98450 00000', gen_random_uuid(), now(), now())
    returning id)
    insert into coupon_uses (order_id, coupon_id, state, reserved_at, updated_at)
    select made.id, coupons.id, 'reserved', clock_timestamp(), now() from made, coupons where code = ${code}`.execute(
    database,
  );
}

describe('an import of coupons', () => {
  it('creates coupons with values in all columns', async () => {
    const result = await importFile(
      [
        'code;percent;rupees;label;from;to;courses;categories;batches;uses;uses per email;min seats;automatic',
        'early-26;10%;;Early birds;2026-12-01;31/12/2026;101 102;safe;417;50;1;3;yes',
        'GIFT;;₹499.50;=HYPERLINK("https://evil.example");;;;;;;;;',
      ].join('\r\n'),
    );
    expect(result).toEqual({ id: expect.any(String), created: 2, changed: 0, unchanged: 0 });
    expect(await coupons()).toMatchObject([
      {
        code: 'EARLY-26',
        label: 'Early birds',
        percent: 10,
        amount_paise: null,
        courses: ['101', '102'],
        categories: ['safe'],
        batches: ['417'],
        starts_at: new Date('2026-12-01T00:00:00+05:30'),
        ends_at: new Date('2027-01-01T00:00:00+05:30'),
        max_uses: 50,
        max_uses_per_email: 1,
        min_seats: 3,
        automatic: true,
      },
      {
        code: 'GIFT',
        label: '=HYPERLINK("https://evil.example")',
        percent: null,
        amount_paise: '49950',
        starts_at: now,
        ends_at: null,
        max_uses: null,
        min_seats: 1,
        automatic: false,
      },
    ]);
  });

  it('changes nothing when the same file is imported again', async () => {
    const csv = 'code,percent,to\nA10,10,2026-12-31\nB20,20,';
    await importFile(csv);
    const before = await coupons();
    expect(await importFile(csv)).toEqual({ id: null, created: 0, changed: 0, unchanged: 2 });
    expect(await coupons()).toEqual(before);
  });

  it('changes existing coupons, except for fields without a column in the file', async () => {
    await importFile('code,percent,label,uses\nA10,10,Ten,5');
    expect(await importFile('code,percent,to\nA10,15,2026-12-31')).toMatchObject({ created: 0, changed: 1 });
    expect(await coupons()).toMatchObject([
      { percent: 15, label: 'Ten', max_uses: 5, ends_at: new Date('2027-01-01T00:00:00+05:30') },
    ]);
  });

  it('reports all errors with line and column, and imports nothing', async () => {
    await importFile('code,percent\nUSED,10\nENDED,10');
    await use('USED');
    await end('ENDED');
    const csv = [
      'code,percent,rupees,to,min seats,label',
      'GOOD,10,,,,',
      'x,10,,,,',
      'TWO,10,500,,,',
      'NONE,,,,,',
      'MUCH,100,,,,',
      'LATE,10,,2020-01-01,,',
      'DAY,10,,soon,,',
      'SEATS,10,,,many,',
      `LONG,10,,,,${'x'.repeat(1_000_000)}`,
      'good,20,,,,',
      'USED,20,,,,',
      'ENDED,20,,,,',
    ].join('\n');
    const { faults, done } = (await preview(csv)) as { faults: object[]; done: string };
    expect(faults).toEqual([
      { line: 3, column: 'code', message: 'Enter 3 to 40 letters, digits or hyphens.' },
      { line: 4, column: 'percent', message: 'Enter either a percentage or an amount in rupees.' },
      { line: 5, column: 'percent', message: 'Enter either a percentage or an amount in rupees.' },
      {
        line: 6,
        column: 'percent',
        message: 'Enter a number from 1 to 99, so that an amount is left to pay.',
      },
      { line: 7, column: 'to', message: 'The last day is before the first.' },
      { line: 8, column: 'to', message: 'Enter a day such as 2026-12-31.' },
      { line: 9, column: 'min seats', message: 'Enter a whole number from 1.' },
      { line: 10, column: 'label', message: expect.not.stringContaining('xxx') },
      { line: 11, column: 'code', message: 'GOOD is on line 2 too.' },
      {
        line: 12,
        column: 'percent',
        message: 'Orders use USED, so its discount cannot change. Choose another code.',
      },
      { line: 13, column: 'code', message: 'ENDED was ended. Choose another code.' },
    ]);
    expect(done).toBe('11 errors. Correct the file; nothing is imported.');
    await expect(importFile(csv)).rejects.toMatchObject({
      kind: 'invalid',
      errors: {
        csv: expect.arrayContaining([
          'Line 12, percent: Orders use USED, so its discount cannot change. Choose another code',
        ]),
      },
    } satisfies Partial<Refusal>);
    expect(await codes()).toEqual(['ENDED', 'USED']);
  });

  it('is refused if the outcome differs from the preview', async () => {
    const csv = 'code,percent\nA10,10';
    const { confirm } = (await preview(csv)) as { confirm: string };
    await actions.execute('coupons.add', { code: 'A10', percent: 20 }, callOf());
    await expect(actions.execute('coupons.import', { csv, confirm }, callOf())).rejects.toMatchObject({
      code: 'preview_differs',
    });
    expect(await coupons()).toMatchObject([{ percent: 20 }]);
  });

  it('imports 10,000 coupons, and refuses more', async () => {
    const csv = `code,percent\n${Array.from({ length: 10_000 }, (_, at) => `BULK-${at},10`).join('\n')}`;
    expect(await importFile(csv)).toMatchObject({ created: 10_000 });
    const { faults } = (await preview(`${csv}\nMORE,10`)) as { faults: object[] };
    expect(faults).toEqual([
      { line: 1, column: '', message: 'A file can have at most 10,000 lines. This file has 10,001.' },
    ]);
  });
});

describe('the undo of an import of coupons', () => {
  it('removes new coupons and restores changed ones', async () => {
    await importFile('code,percent,label\nA10,10,Ten');
    const before = await coupons();
    const { id } = await importFile('code,percent,label\nA10,15,Fifteen\nB20,20,Twenty');
    expect(await undo(id)).toEqual({ id, undone: 2, left: [] });
    expect(await coupons()).toEqual(before);
    await expect(undo(id)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('keeps coupons of orders and coupons that were changed since, and reports them', async () => {
    const { id } = await importFile('code,percent\nUSED,10\nENDED,10\nFREE,10');
    await use('USED');
    await end('ENDED');
    expect(await undo(id)).toEqual({
      id,
      undone: 1,
      left: [
        { reason: 'used by orders', count: 1, subjects: ['USED'] },
        { reason: 'changed since', count: 1, subjects: ['ENDED'] },
      ],
    });
    expect(await codes()).toEqual(['ENDED', 'USED']);
  });

  it('can be repeated to remove coupons that could not be removed before', async () => {
    const { id } = await importFile('code,percent\nFIRST,10\nLATER,10');
    const { id: second } = await importFile('code,percent\nLATER,20');
    expect(await undo(id)).toMatchObject({ undone: 1, left: [{ subjects: ['LATER'] }] });
    await undo(second);
    expect(await undo(id)).toMatchObject({ undone: 1, left: [] });
    expect(await codes()).toEqual([]);
  });
});
