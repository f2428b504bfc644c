import { expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';

const { call, runAction, operator } = await useConsole();
const { cookie } = await operator('finance');
const path = '/actions/coupons.add';

it('requires an idempotency key for an action', async () => {
  const body = { code: 'NO-KEY', percent: 10 };
  expect(await call('POST', path, { cookie, body })).toMatchObject({ status: 400 });
  expect(await runAction(path, cookie, body, 'x')).toMatchObject({ status: 400 });
  expect((await call('GET', '/coupons', { cookie })).json.data).toEqual([]);
});

it('refuses an action without a session, with another role, and with an unknown field', async () => {
  const body = { code: 'REFUSED', percent: 10 };
  expect(await call('POST', path, { body })).toMatchObject({ status: 401 });
  const desk = await operator('desk');
  expect(await runAction(path, desk.cookie, body)).toMatchObject({ status: 403 });
  expect(await runAction(path, cookie, { ...body, percents: 5 })).toMatchObject({
    status: 400,
    json: { errors: { percents: ['Unknown field'] } },
  });
});

it('previews without a key, and changes nothing', async () => {
  const body = { code: 'PREVIEW', percent: 10 };
  const preview = await call('POST', `${path}/preview`, { cookie, body });
  expect(preview.json.data).toMatchObject({ coupons: [{ code: 'PREVIEW', percent: 10 }] });
  expect((await call('GET', '/coupons', { cookie })).json.data).toEqual([]);
});
