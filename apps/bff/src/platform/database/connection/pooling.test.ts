/** Runs the application behind a pooler in session mode and in transaction mode. */
import { useTestDatabase } from '@meridian/stack/test-database';
import { describe, expect, it } from 'vitest';
import { usePooler } from '../../../../testing/database/pooler.ts';
import { eventually } from '../../../../testing/eventually.ts';
import { samples } from '../../../../testing/leads/samples.ts';
import { programsFound } from '../../../../testing/program.ts';
import { useSite } from '../../../../testing/site.ts';
import { findPooling, inspectServer } from './pooling.ts';
import { requireVersion } from './unsuitable.ts';

const { url } = await useTestDatabase();
const isTried = programsFound(['pgbouncer'], 'poolers');

it('pooling: finds no pooler if it connects to PostgreSQL directly', async () => {
  expect(await inspectServer(url)).toBe('direct');
});

it('pooling: refuses a version that is too old, with a message', () => {
  expect(() => requireVersion(140_012)).toThrow('PostgreSQL 14 is too old: version 15 or later is needed');
  expect(requireVersion(150_000)).toBeUndefined();
});

const poolers = new Map<string, string>();
if (isTried)
  for (const mode of ['session', 'transaction', 'statement'] as const)
    poolers.set(mode, await usePooler(url, mode));
const pooledUrl = (mode: string) => poolers.get(mode) ?? '';

/** An application with its own pooler in this mode. */
async function useSiteBehind(mode: 'session' | 'transaction') {
  const { url: own } = await useTestDatabase();
  const lines: string[] = [];
  const DATABASE_URL = await usePooler(own, mode);
  const direct = mode === 'transaction' ? { DATABASE_DIRECT_URL: own } : {};
  const site = await useSite({ DATABASE_URL, ...direct }, (line) => lines.push(line));
  return { site, lines };
}

const sites = isTried
  ? { session: await useSiteBehind('session'), transaction: await useSiteBehind('transaction') }
  : undefined;

describe.skipIf(!isTried)('pooling: with pgbouncer', () => {
  it.each(['session', 'transaction'] as const)('pooling: detects %s mode', async (mode) => {
    const pooled = pooledUrl(mode);
    expect(await inspectServer(pooled)).toBe(mode);
  });

  it('pooling: refuses transaction mode without a direct address, and statement mode, with the reason', async () => {
    const pooled = pooledUrl('transaction');
    await expect(findPooling({ databaseUrl: pooled })).rejects.toThrow(
      /transaction mode.*DATABASE_DIRECT_URL/,
    );
    await expect(findPooling({ databaseUrl: pooled, directUrl: pooled })).rejects.toThrow(
      /point it at PostgreSQL/,
    );
    expect(await findPooling({ databaseUrl: pooled, directUrl: url })).toBe('transaction');
    await expect(inspectServer(pooledUrl('statement'))).rejects.toThrow(/does not support transactions/);
  });

  it.each(['session', 'transaction'] as const)('pooling: everything works in %s mode', async (mode) => {
    if (!sites) throw new TypeError('no site');
    const { site, lines } = sites[mode];
    await site.services.startWorkers();
    await site.http.get('/readyz/writes').expect(200);
    const send = (number: number) =>
      site.http.post('/api/contact_us').send({ ...samples.contact_us, email: `asha-${number}@example.com` });
    // More concurrent requests than connections, and enough of them for prepared statements to be reused.
    for (let round = 0; round < 5; round += 1)
      for (const answer of await Promise.all(
        Array.from({ length: 20 }, (_, index) => send(20 * round + index)),
      ))
        expect(answer.status).toBe(200);
    await eventually(() =>
      expect(lines.filter((line) => line.includes('"lead delivered"')).length).toBeGreaterThan(99),
    );
    expect(lines.some((line) => line.includes(`"mode":"${mode}"`))).toBe(true);
    expect(
      lines.filter((line) => /"level":[56]0|prepared statement|purges of the cache are not heard/.test(line)),
    ).toEqual([]);
  });
});
