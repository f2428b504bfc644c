import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { writeLeadSearch } from '../../../leads/ledger/store/lead-search.ts';
import { listAudit } from '../../audit/audit-log.ts';

const { database, call, runAction, operator } = await useConsole();
const desk = await operator('desk');
const { cookie } = desk;

/** Inserts leads with ascending ids. @returns ids, oldest first */
async function insertLeads(count: number, state: { forward?: string; crm?: string } = {}): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into leads (id, endpoint, form, body_hash, email, values, page_url, forward_state, crm_state, forward_due_at)
    select (left(lead_id_at(clock_timestamp() + interval '0.001 second' * (number - ${count}::int))::text, 14) || '7000-8000-'
        || right(gen_random_uuid()::text, 12))::uuid,
      'form', 'contact_us', 'hash', 'ravi' || number || '@example.in',
      jsonb_build_object('first_name', 'Ravi', 'last_name', 'Kumar', 'phone_number', '98450 12345'),
      'https://academy.example', ${state.forward ?? 'saved'}, ${state.crm ?? 'delivered'}, null
    from generate_series(1, ${count}) as number returning id`.execute(database);
  const ids = rows.map(({ id }) => id);
  await writeLeadSearch(database, ids);
  return ids;
}

const actions = async (id: string) =>
  (await listAudit(database, { subject: id, limit: 10 })).map(({ action }) => action);

describe('console: leads', () => {
  it('are listed in pages with masked contact details, and can be searched', async () => {
    const ids = await insertLeads(130);
    const page = (await call('GET', '/leads', { cookie })).json.data;
    const more = (await call('GET', `/leads?before=${page.next}`, { cookie })).json.data;
    const seen = [...page.rows, ...more.rows].map(({ id }: { id: string }) => id);
    expect(seen).toEqual(ids.toSorted().toReversed());
    expect(page.count).toBe(130);
    expect(page.rows[0]).toMatchObject({ name: 'Ravi Kumar', phone: '••• 345' });
    expect(JSON.stringify(page)).not.toMatch(/ravi\d+@|98450/);
    const found = (await call('GET', '/leads?search=ravi77', { cookie })).json.data;
    expect(found).toMatchObject({ count: 1, next: null });
    expect((await call('GET', '/leads?state=dead', { cookie })).json.data.count).toBe(0);
  });

  it('are listed even if one of them is unreadable', async () => {
    const [bad = '', good] = await insertLeads(2);
    await database.updateTable('leads').set({ values: '[]' }).where('id', '=', bad).execute();
    const { rows } = (await call('GET', '/leads', { cookie })).json.data;
    expect(rows.slice(0, 2)).toMatchObject([
      { id: good, name: 'Ravi Kumar' },
      { id: bad, name: 'Unreadable', phone: '' },
    ]);
  });

  it('are shown with contact details on their own page, with an audit entry', async () => {
    const [id = ''] = await insertLeads(1);
    const { data } = (await call('GET', `/leads/${id}`, { cookie })).json;
    expect(data).toMatchObject({ email: 'ravi1@example.in', phone: '98450 12345', timeline: [{}] });
    await call('GET', `/leads/${id}`, { cookie });
    expect(await actions(id)).toEqual(['lead.read']);
    expect((await call('GET', '/leads/nothing', { cookie })).status).toBe(404);
  });

  it.each([
    {
      action: 'leads.release',
      state: { forward: 'quarantined', crm: 'waiting' },
      to: { forward_state: 'received' },
    },
    {
      action: 'leads.release',
      state: { forward: 'rejected', crm: 'none' },
      to: { forward_state: 'received', crm_state: 'waiting' },
    },
    {
      action: 'leads.reject',
      state: { forward: 'quarantined', crm: 'waiting' },
      to: { forward_state: 'rejected', crm_state: 'none' },
    },
    { action: 'leads.resend', state: { crm: 'dead' }, to: { crm_state: 'pending' } },
  ])('$action is done once, in one transaction with its audit entry', async ({ action, state, to }) => {
    const [id = ''] = await insertLeads(1, state);
    expect((await runAction(`/actions/${action}`, cookie, { id })).status).toBe(200);
    expect(
      await database.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst(),
    ).toMatchObject(to);
    expect((await runAction(`/actions/${action}`, cookie, { id })).status).toBe(409);
    expect(await actions(id)).toEqual([action]);
  });

  it('are exported with escaped formulas, with an audit entry', async () => {
    const [id = ''] = await insertLeads(1, { crm: 'dead' });
    await sql`update leads set values = jsonb_set(values, '{first_name}', '"=1+1"') where id = ${id}`.execute(
      database,
    );
    const { data } = (await call('POST', '/leads/export', { cookie, body: { state: 'dead' } })).json;
    expect(data.leads).toBe(1);
    expect(data.csv.split('\r\n')[1]).toMatch(/,contact_us,'=1\+1 Kumar,ravi1@example\.in,98450 12345,/);
    expect(await actions('leads')).toEqual(['lead.export']);
  });

  it('can be filtered by course and source, and the values of the filters are listed', async () => {
    const [id = ''] = await insertLeads(1);
    await sql`update leads set values = values || '{"course_name": "PMP"}', attribution =
      '{"last_touch": {"utm_source": "Newsletter"}}' where id = ${id}`.execute(database);
    await writeLeadSearch(database, [id]);
    const { data } = (await call('GET', '/leads/filters', { cookie })).json;
    expect(data).toEqual({ courses: ['PMP'], sources: ['newsletter'] });
    for (const filter of ['course=PMP', 'source=newsletter', 'course=PMP&source=newsletter&form=contact_us'])
      expect((await call('GET', `/leads?${filter}`, { cookie })).json.data).toMatchObject({
        count: 1,
        next: null,
        rows: [{ id, course: 'PMP' }],
      });
    const today = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
    expect((await call('GET', `/leads?from=${today}`, { cookie })).json.data.rows[0]).toMatchObject({ id });
    expect((await call('GET', `/leads?to=2020-01-01`, { cookie })).json.data.rows).toEqual([]);
    expect((await call('GET', '/leads?from=yesterday', { cookie })).status).toBe(400);
  });

  it('are found by the search over leads and orders', async () => {
    const { data } = (await call('GET', '/search?search=ravi77', { cookie })).json;
    expect(data).toMatchObject({
      lead_count: 1,
      leads: [{ name: 'Ravi Kumar' }],
      orders: [],
      order_count: 0,
    });
    expect((await call('GET', '/search?search=ra', { cookie })).status).toBe(400);
  });

  it('have saved views, which only their operator sees', async () => {
    const save = (body: object) => call('POST', '/views', { cookie, body });
    expect((await save({ name: 'Dead ', filter: { state: 'dead', from: '2026-11-01' } })).status).toBe(200);
    expect((await save({ name: 'Dead', filter: { state: 'dead' } })).status).toBe(200);
    expect((await save({ name: 'People', filter: { search: 'ravi' } })).status).toBe(400);
    const { data } = (await call('GET', '/views', { cookie })).json;
    expect(data).toEqual([{ id: expect.any(String), name: 'Dead', filter: { state: 'dead' } }]);
    const { cookie: other } = await operator('viewer');
    expect((await call('GET', '/views', { cookie: other })).json.data).toEqual([]);
    const remove = (by: string) => call('POST', `/views/${data[0].id}/delete`, { cookie: by });
    expect((await remove(other)).status).toBe(404);
    expect((await remove(cookie)).status).toBe(200);
    expect((await call('GET', '/views', { cookie })).json.data).toEqual([]);
  });

  it('are counted on Today', async () => {
    await insertLeads(2, { forward: 'quarantined', crm: 'waiting' });
    const { data } = (await call('GET', '/today', { cookie })).json;
    expect(data.suspects).toBeGreaterThanOrEqual(2);
    expect(data.leads.day.now).toBeGreaterThanOrEqual(133);
  });
});
