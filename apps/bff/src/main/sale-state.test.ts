import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { actionsOn } from '../../testing/operators/actions-on.ts';
import { useSite } from '../../testing/site.ts';
import { openDatabase } from '../platform/database/database.ts';

const site = await useSite();
const database = openDatabase(site.environment.DATABASE_URL);
afterAll(() => database.destroy());
const actions = actionsOn(database);

const run = (name: 'sales.open' | 'sales.close') =>
  actions.execute(
    name,
    {},
    {
      actor: { id: null, email: 'meera@academy.example', role: 'admin', isSteppedUp: true },
      key: randomUUID(),
      requestId: 'request-1',
    },
  );
const expectPage = (state: string) =>
  eventually(async () =>
    expect((await site.http.get('/sales').expect(200)).text).toContain(`sales: ${state}`),
  );

it('pages show immediately whether sales are open or closed', async () => {
  await expectPage('open');
  await run('sales.close');
  await expectPage('closed');
  const closed = await site.http.get('/checkout?course_id=101&course_schedule_id=1&course_qty=1').expect(200);
  expect(closed.text).toContain('Enrolment is not open');
  await run('sales.open');
  await expectPage('open');
});

it('closed sales are not an error: the site stays ready', async () => {
  await run('sales.close');
  await expectPage('closed');
  await site.http.get('/readyz').expect(200);
  await site.http.get('/readyz/writes').expect(200);
  await run('sales.open');
});
