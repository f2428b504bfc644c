import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { erasePerson } from '../../leads/ledger/erasure.ts';
import { leadList } from '../../operators/console/leads/lead-lists.ts';
import { orderList } from '../../operators/console/orders/order-lists.ts';
import { openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { compareEntries } from './compare-entries.ts';
import { indexEntries } from './index-entries.ts';
import { prepareSearch, searchState } from './search-state.ts';
import { tokensOf } from './search-text.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 4 });
beforeAll(async () => {
  await migrate(database);
  await prepareSearch(database);
});
afterAll(() => database.destroy());

async function insertLead(name: string, email: string, phone = '+91 98450 12345'): Promise<string> {
  const values = { full_name: name, phone_number: phone, course_name: 'SAFe Agilist', company_name: 'Acme' };
  const touches = { last_touch: { utm_source: 'Google' } };
  const { rows } = await sql<{ id: string }>`
    insert into leads (id, door, form, body_hash, email, values, attribution, page_url, forward_state, crm_state)
    values (${randomUUIDv7()}, 'form', 'contact_us', 'hash', ${email}, ${JSON.stringify(values)}, ${JSON.stringify(touches)},
      'https://academy.example', 'saved', 'delivered') returning id`.execute(database);
  return rows[0]?.id ?? '';
}

async function insertOrder(email: string): Promise<string> {
  const batch = { course_name: 'SAFe Agilist', course_schedule_id: 7 };
  const attendees = [{ name: 'Farah Khan', email: 'farah@example.net' }];
  const { rows } = await sql<{ id: string }>`
    insert into orders (id, state, booking, batch, seats, unit_paise, sub_total_paise, gst_paise, total_paise,
      first_name, last_name, email, phone_number, receipt_token, created_at, updated_at, attendees)
    values (gen_random_uuid(), 'booked', 'none', ${JSON.stringify(batch)}, 1, 10000, 10000, 1800, 11800,
      'Asha', 'Nair', ${email}, '98450 00000', gen_random_uuid(), now(), now(), ${JSON.stringify(attendees)})
    returning id`.execute(database);
  return rows[0]?.id ?? '';
}

const found = async (search: string) =>
  (await leadList(database, { search })).rows.map(({ id }) => id).toSorted();
const foundOrders = async (search: string) =>
  (await orderList(database, { search })).rows.map(({ id }) => id);

const words = async (id: string) =>
  (await database.selectFrom('lead_search').select(['words', 'source']).where('id', '=', id).execute())[0];

describe('21 search', () => {
  it('21 finds among the newest until the first copies are made', async () => {
    await sql`drop index lead_search_trigrams, order_search_trigrams`.execute(database);
    expect(await searchState(database)).toEqual({ indexed: undefined, behindSeconds: null });
    const id = await insertLead('First Allen', 'first@example.com', '90000 11111');
    await indexEntries(database);
    expect(await found('rst alle')).toEqual([id]);
    expect(await prepareSearch(database)).toBe(true);
    expect((await searchState(database)).behindSeconds).toBeGreaterThanOrEqual(0);
    await database.deleteFrom('leads').execute();
  });

  it.each([
    ['ravi kumar', ['ravi', 'kumar']],
    ['+91 98450-12345', ['9845012345']],
    ['098450 12345', ['9845012345']],
    ['MA/2627/000001', ['ma/2627/000001']],
    ['12345', ['12345']],
  ])('21 of %s looks for %j', (text, tokens) => expect(tokensOf(text)).toEqual(tokens));

  it('21 finds a lead by parts of name, address, phone number and company, each of them in any order', async () => {
    const id = await insertLead('Ravi Kumar', 'ravi.k@example.in');
    await insertLead('Meera Rao', 'meera@example.in', '99000 00000');
    await indexEntries(database);
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
    expect(await one({ source: 'google', course: 'SAFe Agilist', form: 'contact_us', state: 'saved' })).toBe(
      2,
    );
    expect(await one({ search: 'ravi', state: 'dead' })).toBe(0);
    expect(await one({ source: 'google', state: 'dead' })).toBe(0);
    expect(await one({ from: '2020-01-01', to: '2020-02-01' })).toBe(0);
    expect(await one({ from: '2020-01-01', source: 'google' })).toBe(2);
  });

  it('21 takes an erased person out at once, in the commit of the erasure', async () => {
    const id = await insertLead('Kiran Desai', 'kiran@example.in');
    await indexEntries(database);
    expect(await found('kiran')).toEqual([id]);
    await erasePerson(database, 'kiran@example.in');
    expect(await words(id)).toEqual({ words: '', source: '' });
    expect(await found('kiran')).toEqual([]);
  });

  it('21 stores nothing of a person who is erased while the job reads', async () => {
    const id = await insertLead('Leela Iyer', 'leela@example.in');
    const erasing = erasePerson(database, 'leela@example.in', async () => {
      void indexEntries(database);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await erasing;
    await indexEntries(database);
    expect(await words(id)).toEqual({ words: '', source: '' });
  });

  it('21 finds by parts what the job has not copied yet', async () => {
    const id = await insertLead('Brand Newlead', 'newest@example.in');
    expect(await words(id)).toBeUndefined();
    expect(await found('ewlea')).toEqual([id]);
    const order = await insertOrder('newest.payer@example.com');
    expect(await foundOrders('ewest.pay')).toEqual([order]);
  });

  it('21 finds what commits late, and a nightly comparison corrects what another version left', async () => {
    await indexEntries(database);
    const late = await insertLead('Late Comer', 'late@example.in');
    await sql`update leads set received_at = now() - interval '50 seconds' where id = ${late}`.execute(
      database,
    );
    await indexEntries(database);
    expect(await found('late comer')).toEqual([late]);
    await sql`update leads set email = '', values = '{}' where id = ${late}`.execute(database);
    expect(await compareEntries(database)).toBe(1);
    expect(await found('late comer')).toEqual([]);
    expect(await compareEntries(database)).toBe(0);
  });

  it('21 finds an order by attendees, later payments, documents and the end of a transfer', async () => {
    await database.deleteFrom('orders').execute();
    const id = await insertOrder('asha@example.com');
    await indexEntries(database);
    expect(await foundOrders('farah')).toEqual([id]);
    await sql`
      insert into order_payments (payment_id, order_id, role, refund, status, amount_paise, currency, seen_at, updated_at)
      values ('pay_LateOne9', ${id}, 'stray', 'none', 'captured', 11800, 'INR', now(), now())`.execute(
      database,
    );
    await sql`
      insert into order_events (order_id, at, source, event, note, state)
      values (${id}, now(), 'operator', 'operator_transfer', 'by phone (given back by transfer HDFC0099887766)', 'booked')
    `.execute(database);
    await indexEntries(database);
    for (const search of [id, 'pay_LateOne9', 'lateone', '7766', 'HDFC0099887766', '9845000000'])
      expect({ search, ids: await foundOrders(search) }).toEqual({ search, ids: [id] });
  });

  it('21 finds how words begin where the extension is not to be had, and parts once it is', async () => {
    await sql`drop extension pg_trgm cascade`.execute(database);
    expect(await prepareSearch(database, false)).toBe(false);
    expect(await searchState(database)).toMatchObject({ indexed: 'prefixes' });
    expect((await found('ravi kum')).length).toBe(1);
    expect((await found('9845012')).length).toBeGreaterThan(0);
    expect(await found('umar')).toEqual([]);
    expect(await found("o'%(")).toEqual([]);
    expect(await prepareSearch(database)).toBe(true);
    expect((await found('umar')).length).toBe(1);
  });
});
