import { expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';
import { runOps } from './run.ts';

const { environment } = await useSite();

async function ops(line: string, changes: NodeJS.ProcessEnv = {}) {
  const lines: string[] = [];
  const status = await runOps(line.split(' '), { ...environment, ...changes }, (text) => lines.push(text));
  return { status, text: lines.join('\n') };
}

const supplier = {
  SUPPLIER_LEGAL_NAME: 'Kaveri Skills LLP',
  SUPPLIER_ADDRESS: '7 Cathedral Road, Chennai 600086',
  SUPPLIER_GSTIN: '33AAPFU0939F1Z2',
};

it('a command with the settings of the running server runs', async () => {
  expect((await ops('coupons add SAME --percent 5')).status).toBe(0);
});

it('a command with other settings is refused, with their names', async () => {
  await expect(ops('coupons add OTHER --percent 5', supplier)).rejects.toThrow(
    'SUPPLIER_LEGAL_NAME, SUPPLIER_ADDRESS, SUPPLIER_GSTIN',
  );
  expect((await ops('coupons list --all')).text).not.toContain('OTHER');
  // `migrate` is not refused: a deploy runs it before the servers with the new settings start.
  expect((await ops('migrate', supplier)).status).toBe(0);
});

it('a command with another APP_ENV is refused, also if only the database URL is set', async () => {
  const { DATABASE_URL } = environment;
  const run = (APP_ENV: string) => runOps(['coupons', 'list'], { DATABASE_URL, APP_ENV }, () => undefined);
  await expect(run('production')).rejects.toThrow('The database belongs to APP_ENV=demo');
  expect(await run('demo')).toBe(0);
});
