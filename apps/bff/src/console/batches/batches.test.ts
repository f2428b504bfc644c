import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchId, courseId, someBatch } from '../../checkout/testing/upstream-double.ts';
import { listAudit } from '../audit/audit-log.ts';
import { useConsole } from '../testing/console-stack.ts';

const { stack, database, call, operator } = await useConsole();
const { cookie } = await operator('desk');
const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

beforeEach(async () => {
  await sql`delete from waitlist_entries`.execute(database);
  await stack.reset();
  stack.upstream.schedules.set(courseId, [
    someBatch({ start_date: day(10), end_date: day(11), seats_left: 5 }),
  ]);
});

async function book(attendees: object[] = []): Promise<string> {
  const { order_id: orderId } = await stack.open({ attendees });
  await stack.http
    .post('/api/booking')
    .send(await stack.pay(orderId))
    .expect(200);
  return (await stack.order(orderId)).id;
}

/** @returns the id of the entry */
async function wait(seats: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with lead as (
      insert into leads (id, door, form, body_hash, email, values, page_url, forward_state, crm_state)
      values (uuidv7(), 'form', 'waitlist', 'hash', 'w@example.in', '{"full_name": "Wanda Waits"}', '', 'not_needed',
        'delivered') returning id
    )
    insert into waitlist_entries (lead_id, course_id, batch_id, seats, state, joined_at, updated_at)
    select id, ${courseId}, ${batchId}, ${seats}, 'waiting', now(), now() from lead returning lead_id as id`.execute(
    database,
  );
  return rows[0]?.id ?? '';
}

const actions = async (subject: string) =>
  (await listAudit(database, { subject, limit: 10 })).map(({ action }) => action);

describe('21 console: batches', () => {
  it('21 are listed by their days with seats sold, held and waited for', async () => {
    await book();
    await stack.open({ email: 'another@example.com' });
    await wait(3);
    const path = `/batches?from=${day(0)}&to=${day(40)}`;
    const { data } = (await call('GET', path, { cookie })).json;
    expect(data).toMatchObject([
      { id: batchId, start_date: day(10), sold: 2, held: 2, offered: 0, waiting: 3, free: 3 },
    ]);
    expect((await call('GET', `/batches?from=${day(20)}&to=${day(40)}`, { cookie })).json.data).toEqual([]);
    expect((await call('GET', `/batches?from=${day(0)}&to=${day(400)}`, { cookie })).status).toBe(400);
  });

  it('21 show a row for each seat, and export it with guarded cells after a fresh proof', async () => {
    const id = await book([{ name: '=Farah', email: 'farah@example.net' }]);
    const { data } = (await call('GET', `/batches/${batchId}`, { cookie })).json;
    expect(data.attendees).toEqual([
      { order_id: id, payer: 'Asha Nair', name: '=Farah', email: 'farah@example.net' },
      { order_id: id, payer: 'Asha Nair', name: null, email: null },
    ]);
    const file = (await call('POST', `/batches/${batchId}/attendees`, { cookie, body: {} })).json.data;
    expect(file.attendees).toBe(2);
    expect(file.csv.split('\r\n')[1]).toContain(",'=Farah,farah@example.net,Asha Nair");
    expect(await actions(String(batchId))).toEqual(['batch.export', 'batch.read']);
    expect((await call('GET', '/batches/987654', { cookie })).status).toBe(404);
  });

  it('21 take a hand-made offer once its seats are free, and an entry off the list', async () => {
    const [many, few] = [await wait(9), await wait(2)];
    expect((await call('POST', `/waitlist/${many}/offer`, { cookie })).status).toBe(409);
    expect((await call('POST', `/waitlist/${few}/offer`, { cookie })).status).toBe(200);
    const { data } = (await call('GET', `/batches/${batchId}`, { cookie })).json;
    expect(data).toMatchObject({ offered: 2, waiting: 9 });
    expect(data.waitlist).toMatchObject([
      { id: many, name: 'Wanda Waits', state: 'waiting', offer_ends_at: null },
      { id: few, state: 'offered', offer_ends_at: expect.any(String) },
    ]);
    const close = () => call('POST', `/waitlist/${many}/close`, { cookie, body: { note: 'asked by phone' } });
    expect((await close()).status).toBe(200);
    expect((await close()).status).toBe(409);
    expect([await actions(many), await actions(few)]).toEqual([['waitlist.close'], ['waitlist.offer']]);
  });
});
