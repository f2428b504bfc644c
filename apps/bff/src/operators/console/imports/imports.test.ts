import { expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';

const { call, runAction, operator, database } = await useConsole();
const csv = `email\n${Array.from({ length: 20_000 }, (_, at) => `person${at}@example.com`).join('\n')}`;
const { cookie } = await operator('desk');
const post = (path: string, body: object) => runAction(`/actions/opt-outs.${path}`, cookie, body);

it('accepts a larger body than other requests, but only with a session', async () => {
  await database.updateTable('operator_sessions').set({ stepped_up_at: new Date() }).execute();
  const { json } = await post('import/preview', { csv });
  expect(json.data).toMatchObject({ created: 20_000, faults: [] });
  const imported = await post('import', { csv, confirm: json.data.confirm });
  const { id } = imported.json.data.import;
  const listed = await call('GET', '/imports?kind=opt_outs', { cookie });
  expect(listed.json.data).toEqual([{ id, rows: 20_000, imported_at: expect.any(String) }]);
  expect((await call('GET', '/imports?kind=coupons', { cookie })).json.data).toEqual([]);
  await post('undo-import', { id });
  expect((await call('GET', '/imports?kind=opt_outs', { cookie })).json.data).toEqual([]);
  expect((await call('POST', '/actions/opt-outs.import/preview', { body: { csv } })).status).toBe(401);
  expect((await call('POST', '/actions/coupons.add', { cookie, body: { code: csv } })).status).toBe(413);
});
