import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { totpOf } from '@meridian/stack/totp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestOperator, useConsole } from '../../../testing/console/console-stack.ts';
import { runOps } from './run.ts';

const { database, stack, operator } = await useConsole();
const environment = {
  APP_ENV: 'production',
  DATABASE_URL: stack.databaseUrl,
  CONSOLE_SECRET: 'a secret of more than thirty-two characters',
};

async function ops(args: readonly string[], changes: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const status = await runOps([...args], { ...environment, ...changes }, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

const shell = `shell ${userInfo().username}@${hostname()}`;
let number = 0;
const addCoupon = () => {
  number += 1;
  return ['coupons', 'add', `SHELL${number}`, '--percent', '5'];
};
const lastEntry = () =>
  database
    .selectFrom('audit_log')
    .select(['operator_id', 'operator_email', 'action', 'detail'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

describe('a command that changes data', () => {
  it('needs no operator for the first invitation, but for later ones', async () => {
    expect(await ops(['operators', 'invite', 'first@example.com', '--role', 'admin'])).toMatchObject({
      status: 0,
    });
    await operator('viewer', 'first@example.com');
    const second = await ops(['operators', 'invite', 'second@example.com', '--role', 'admin']);
    expect(second).toMatchObject({ status: 1, text: expect.stringContaining('--as EMAIL') });
  });

  it('is refused in production without an operator', async () => {
    const refused = await ops([...addCoupon(), '--json']);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'operator_missing' });
    expect(refused.status).toBe(1);
    expect(await database.selectFrom('coupons').selectAll().execute()).toEqual([]);
  });

  it('is run as the shell user outside production', async () => {
    expect(await ops(addCoupon(), { APP_ENV: 'demo' })).toMatchObject({ status: 0 });
    expect(await lastEntry()).toMatchObject({
      operator_id: null,
      operator_email: shell,
      action: 'coupons.add',
    });
  });

  it('runs with --without-operator in an emergency, and its audit entry has the reason', async () => {
    expect(await ops([...addCoupon(), '--without-operator', ' '])).toMatchObject({ status: 2 });
    const done = await ops([...addCoupon(), '--without-operator', 'nobody can sign in']);
    expect(done).toMatchObject({ status: 0 });
    expect(await lastEntry()).toMatchObject({
      operator_email: shell,
      detail: { withoutOperator: 'nobody can sign in' },
    });
  });
});

describe('--as', () => {
  let finance: TestOperator;
  beforeAll(async () => {
    finance = await operator('finance');
  });
  beforeEach(async () => {
    await database.deleteFrom('operator_used_codes').execute();
    await database.deleteFrom('operator_failures').execute();
  });
  const as = (...more: string[]) => ['--as', finance.email, ...more];
  const code = () => totpOf(finance.totpUri, 1);

  it('records the operator and the shell user in the audit entry', async () => {
    expect(await ops([...addCoupon(), ...as('--code', code())])).toMatchObject({ status: 0 });
    const row = await database
      .selectFrom('operators')
      .select('id')
      .where('email', '=', finance.email)
      .executeTakeFirstOrThrow();
    expect(await lastEntry()).toMatchObject({
      operator_id: row.id,
      operator_email: finance.email,
      detail: { via: shell },
    });
  });

  it('can be set by OPS_OPERATOR', async () => {
    const done = await ops([...addCoupon(), `--code=${code()}`], {
      OPS_OPERATOR: finance.email.toUpperCase(),
    });
    expect(done).toMatchObject({ status: 0 });
    expect(await lastEntry()).toMatchObject({ operator_email: finance.email });
  });

  it.each([
    { given: () => as('--code', '000000'), said: 'The code is wrong', status: 1 },
    { given: () => as(), said: '--code', status: 2 },
    { given: () => ['--as', 'nobody@example.com', '--code', code()], said: 'No enabled operator', status: 1 },
  ])('is refused: $said', async ({ given, said, status }) => {
    const refused = await ops([...addCoupon(), ...given()]);
    expect(refused).toMatchObject({ status, text: expect.stringContaining(said) });
  });

  it('accepts a code only once', async () => {
    const given = as('--code', code());
    expect(await ops([...addCoupon(), ...given])).toMatchObject({ status: 0 });
    expect(await ops([...addCoupon(), ...given])).toMatchObject({ status: 1 });
  });

  it('is locked after five wrong codes', async () => {
    for (let tried = 0; tried < 5; tried += 1) await ops([...addCoupon(), ...as('--code', '000000')]);
    expect(await ops([...addCoupon(), ...as('--code', code())])).toMatchObject({ status: 1 });
  });

  it('has only the rights of the operator’s role', async () => {
    const desk = ['emails', 'unsuppress', 'a@example.com', ...as('--code', code())];
    expect(await ops(desk)).toMatchObject({ status: 1, text: expect.stringContaining('role') });
  });

  it('lets only an admin export all data, with an audit entry', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'export-'));
    const folder = join(parent, 'all');
    expect(await ops(['export', folder])).toMatchObject({ status: 1, text: expect.stringContaining('--as') });
    const refused = await ops(['export', folder, ...as('--code', code())]);
    expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('role admin') });
    expect(await readdir(parent)).toEqual([]);
    const done = await ops(['export', folder, '--without-operator', 'nobody can sign in']);
    expect(done).toMatchObject({ status: 0, text: expect.stringContaining('described in README.md') });
    expect(await lastEntry()).toMatchObject({
      operator_email: shell,
      action: 'data.export',
      detail: { withoutOperator: 'nobody can sign in' },
    });
    await rm(parent, { recursive: true });
  });

  it('is refused for a disabled operator', async () => {
    await database
      .updateTable('operators')
      .set({ disabled_at: new Date() })
      .where('email', '=', finance.email)
      .execute();
    expect(await ops([...addCoupon(), ...as('--code', code())])).toMatchObject({ status: 1 });
  });
});
