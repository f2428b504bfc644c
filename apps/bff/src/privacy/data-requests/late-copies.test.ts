import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { samples } from '../../../testing/leads/samples.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { applyRetention } from '../../leads/ledger/erasure/retention.ts';
import { eraseLateCopies } from './late-copies.ts';

const stack = await useLeadStack();
const { database, jobs } = stack;
const admin = { id: null, email: 'admin@example.com', role: 'admin', isSteppedUp: true } as const;

const copies = () =>
  database.selectFrom('erasure_copies').select(['system', 'record', 'state']).orderBy('system').execute();

it('requests the erasure of copies that were delivered after an erasure, but not of leads that were erased by age', async () => {
  await stack.http.post('/api/contact_us').send(samples.contact_us).expect(200);
  const [lead] = await stack.ledger();
  const id = lead?.id ?? '';
  const call = { actor: admin, key: randomUUID(), requestId: 'request-1' };
  await actionsOn(database).execute('leads.erase', { id }, call);
  const before = await copies();
  await eraseLateCopies({ database, jobs });
  expect(await copies()).toEqual(before);
  await sql`update leads set crm_state = 'delivered', crm_id = '88', delivered_at = now(), updated_at = now()`.execute(
    database,
  );
  await eraseLateCopies({ database, jobs });
  await eraseLateCopies({ database, jobs });
  const late = { system: 'crm', record: '88', state: 'due' };
  expect(await copies()).toEqual([late, { system: 'upstream', record: id, state: 'by_hand' }]);
  await sql`update leads set crm_id = null, updated_at = now()`.execute(database);
  await eraseLateCopies({ database, jobs });
  expect(await copies()).toContainEqual({ system: 'crm_search', record: id, state: 'by_hand' });

  await stack.http.post('/api/contact_us').send(samples.contact_us).expect(200);
  await stack.work();
  await sql`update leads set received_at = '2020-01-01', delivered_at = '2020-01-01' where email <> ''`.execute(
    database,
  );
  expect(await applyRetention(database, 30)).toBe(1);
  await eraseLateCopies({ database, jobs });
  expect(await copies()).toHaveLength(3);
});
