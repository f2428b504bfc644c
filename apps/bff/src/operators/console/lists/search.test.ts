import { randomUUIDv7 } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { useMigratedDatabase } from '../../../../testing/test-database.ts';
import { eraseContacts } from '../../../enrolment/orders/erasure/erase-contacts.ts';
import { writeOrderSearch } from '../../../enrolment/search/order-search.ts';
import { erasePerson } from '../../../leads/ledger/erasure/erasure.ts';
import type { NewLead } from '../../../leads/ledger/lead.ts';
import { editLead } from '../../../leads/ledger/operator/edit-lead.ts';
import { insertLeads } from '../../../leads/ledger/store/insert-leads.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import { searchIndex } from '../../../platform/search/search-index.ts';
import { tokensOf } from '../../../platform/search/search-text.ts';
import { leadList } from '../leads/lead-lists.ts';
import { orderList } from '../orders/order-lists.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 4 });
afterAll(() => database.destroy());

const newLead = (name: string, email: string, phone = '+91 98450 12345'): NewLead => ({
  id: randomUUIDv7(),
  form: 'contact_us',
  bodyHash: 'hash',
  email,
  spamReason: null,
  values: { full_name: name, phone_number: phone, course_name: 'SAFe Agilist', company_name: 'Acme' },
  attribution: { last_touch: { utm_source: 'Google', at: '2026-11-22T10:00:00.000Z' } },
  pageUrl: 'https://academy.example',
});

async function insertLead(...given: Parameters<typeof newLead>): Promise<string> {
  const lead = newLead(...given);
  await insertLeads(database, [lead]);
  return lead.id;
}

const writeOrder = (id: string) => transact(database, (transaction) => writeOrderSearch(transaction, [id]));

async function insertOrder(email: string): Promise<string> {
  const batch = { course_name: 'SAFe Agilist', course_schedule_id: 7 };
  const attendees = [{ name: 'Farah Khan', email: 'farah@example.net' }];
  const { rows } = await sql<{ id: string }>`
    insert into orders (id, state, booking, batch, terms, seats, unit_paise, sub_total_paise, gst_paise, total_paise,
      first_name, last_name, email, phone_number, receipt_token, created_at, updated_at, attendees)
    values (gen_random_uuid(), 'booked', 'none', ${JSON.stringify(batch)}, '{}', 1, 10000, 10000, 1800, 11800,
      'Asha', 'Nair', ${email}, '98450 00000', gen_random_uuid(), now(), now(), ${JSON.stringify(attendees)})
    returning id`.execute(database);
  const [{ id } = { id: '' }] = rows;
  await writeOrder(id);
  return id;
}

const addTransfer = (on: Kysely<Database>, id: string, note: string) =>
  sql`insert into order_events (order_id, at, source, event, note, state)
    values (${id}, now(), 'operator', 'operator_transfer', ${note}, 'booked')`.execute(on);

const found = async (search: string) =>
  (await leadList(database, { search })).rows.map(({ id }) => id).toSorted();
const foundOrders = async (search: string) =>
  (await orderList(database, { search })).rows.map(({ id }) => id);

const words = async (id: string) =>
  (await database.selectFrom('lead_search').select(['words', 'source']).where('id', '=', id).execute())[0];

async function prepareSearch(withTrigrams: boolean) {
  const { rows } = await sql<{ ready: boolean }>`select prepare_search(${withTrigrams}) as ready`.execute(
    database,
  );
  return rows[0]?.ready;
}

describe('search', () => {
  it.each([
    ['ravi kumar', ['ravi', 'kumar']],
    ['+91 98450-12345', ['9845012345']],
    ['098450 12345', ['9845012345']],
    ['MA/2627/000001', ['ma/2627/000001']],
    ['12345', ['12345']],
  ])('for %s uses the tokens %j', (text, tokens) => expect(tokensOf(text)).toEqual(tokens));

  it('finds a lead by parts of name, email address, phone number and company, in any order', async () => {
    const id = await insertLead('Ravi Kumar', 'ravi.k@example.in');
    await insertLead('Meera Rao', 'meera@example.in', '99000 00000');
    for (const search of [
      'avi',
      'umar ravi',
      'avi.k@exa',
      '98450 12345',
      '+919845012345',
      '4501',
      'ravi acm',
    ])
      expect({ search, ids: await found(search) }).toEqual({ search, ids: [id] });
    for (const search of ['ravi rao', '%%%', '___', '!!!'])
      expect({ search, ids: await found(search) }).toEqual({ search, ids: [] });
    expect((await found('example.in')).length).toBe(2);
    const one = (filter: object) => leadList(database, filter).then(({ count }) => count);
    expect(
      await one({ source: 'google', course: 'SAFe Agilist', form: 'contact_us', state: 'received' }),
    ).toBe(2);
    expect(await one({ search: 'ravi', state: 'dead' })).toBe(0);
    expect(await one({ source: 'google', state: 'dead' })).toBe(0);
    expect(await one({ from: '2020-01-01', to: '2020-02-01' })).toBe(0);
    expect(await one({ from: '2020-01-01', source: 'google' })).toBe(2);
  });

  it('no longer finds an erased person after the commit of the erasure', async () => {
    const id = await insertLead('Kiran Desai', 'kiran@example.in');
    expect(await found('kiran')).toEqual([id]);
    await transact(database, (transaction) => erasePerson(transaction, 'kiran@example.in'));
    expect(await words(id)).toEqual({ words: '', source: '' });
    expect(await found('kiran')).toEqual([]);
  });

  it('finds an order by attendees, phone number, its id, later payments and parts of a transfer number', async () => {
    const id = await insertOrder('asha@example.com');
    expect(await foundOrders('farah')).toEqual([id]);
    await sql`
      insert into order_payments (payment_id, order_id, role, refund, status, amount_paise, currency, seen_at, updated_at)
      values ('pay_LateOne9', ${id}, 'unmatched', 'none', 'captured', 11800, 'INR', now(), now())`.execute(
      database,
    );
    await addTransfer(database, id, 'by phone (given back by transfer HDFC0099887766)');
    await writeOrder(id);
    for (const search of [id, 'pay_LateOne9', 'lateone', '7766', 'HDFC0099887766', '9845000000'])
      expect({ search, ids: await foundOrders(search) }).toEqual({ search, ids: [id] });
  });

  it('finds an edited lead by its new values', async () => {
    const id = await insertLead('Leela Iyr', 'leela@example.in');
    await database
      .updateTable('leads')
      .set({ forward_state: 'saved', forward_busy_until: null, crm_state: 'dead' })
      .where('id', '=', id)
      .execute();
    const values = { full_name: 'Leela Iyer', phone_number: '98450 12345' };
    const jobs = { enqueue: async () => undefined };
    await transact(database, (transaction) =>
      editLead(transaction, jobs, id, () => ({ values, email: 'leela@example.in', note: 'name' })),
    );
    expect(await found('leela iyer')).toEqual([id]);
    expect(await found('leela iyr')).toEqual([]);
  });

  it('ignores rolled-back inserts and erasures', async () => {
    const id = await insertLead('Nisha Menon', 'nisha@example.in');
    const fail = async () => {
      throw new Error('rolled back');
    };
    const lost = transact(database, async (transaction) => {
      await insertLeads(transaction, [newLead('Lost Lead', 'lost@example.in')]);
      await fail();
    });
    await expect(lost).rejects.toThrow('rolled back');
    const erasure = transact(database, async (transaction) => {
      await erasePerson(transaction, 'nisha@example.in');
      await fail();
    });
    await expect(erasure).rejects.toThrow('rolled back');
    expect(await found('lost lead')).toEqual([]);
    expect(await found('nisha')).toEqual([id]);
  });

  it('no longer finds an erased payer after the commit of the erasure', async () => {
    const id = await insertOrder('erased.payer@example.com');
    expect(await foundOrders('erased.pay')).toEqual([id]);
    await transact(database, (transaction) =>
      eraseContacts(transaction, [{ id, state: 'booked' }], 'operator'),
    );
    for (const search of ['erased.pay', 'asha', 'farah']) expect(await foundOrders(search)).not.toContain(id);
    expect(await foundOrders(id.slice(0, 8))).toEqual([id]);
  });

  it('finds an order by the data of two concurrent transactions', async () => {
    const id = await insertOrder('twice@example.com');
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const add = (note: string, waiting?: Promise<void>) =>
      transact(database, async (transaction) => {
        await addTransfer(transaction, id, note);
        await writeOrderSearch(transaction, [id]);
        begin();
        await waiting;
      });
    const { promise: other, resolve: proceed } = Promise.withResolvers<void>();
    const first = add('HDFC111', other);
    await begun;
    const second = add('ICICI222');
    await setTimeout(100);
    proceed();
    await Promise.all([first, second]);
    for (const search of ['hdfc111', 'icici222']) expect(await foundOrders(search)).toEqual([id]);
  });

  it('finds only beginnings of words without the extension pg_trgm, and parts of words with it', async () => {
    await sql`drop extension pg_trgm cascade`.execute(database);
    expect(await prepareSearch(false)).toBe(false);
    expect(await searchIndex(database)).toBe('prefixes');
    expect((await found('ravi kum')).length).toBe(1);
    expect((await found('9845012')).length).toBeGreaterThan(0);
    expect(await found('umar')).toEqual([]);
    expect(await found("o'%(")).toEqual([]);
    expect(await prepareSearch(true)).toBe(true);
    expect(await searchIndex(database)).toBe('trigrams');
    expect((await found('umar')).length).toBe(1);
  });
});
