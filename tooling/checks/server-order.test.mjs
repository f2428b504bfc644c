import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breachOfOrder, serverOrder } from './server-order.mjs';

const server = 'apps/bff/src';
const breach = (from, to, typeOnly = false) =>
  breachOfOrder(`${server}/${from}`, { target: `${server}/${to}`, typeOnly });

describe('15 the order of the server', () => {
  it.each([
    ['http/health.ts', 'leads/lead.ts'],
    ['observability/log.ts', 'jobs/jobs.ts'],
    ['checkout/order/order.ts', 'pages/pages.ts'],
    ['crm/crm.ts', 'crm/zoho/zoho-crm.ts'],
    ['leads/leads.ts', 'app.ts'],
    ['jobs/jobs.ts', 'services.ts'],
  ])('%s may not import %s, nor its types', (from, to) => {
    expect(breach(from, to)).toContain('stands below');
    expect(breach(from, to, true)).toContain('stands below');
  });

  it.each([
    ['leads/leads.ts', 'http/errors.ts'],
    ['leads/delivery/delivery.ts', 'leads/store/lead.ts'],
    ['crm/zoho/zoho-crm.ts', 'crm/crm.ts'],
    ['main.ts', 'services.ts'],
  ])('%s may import %s', (from, to) => {
    expect(breach(from, to)).toBe(false);
  });

  it('lets the database join the tables of all, by their types alone', () => {
    expect(breach('database/database.ts', 'leads/tables.ts', true)).toBe(false);
    expect(breach('database/database.ts', 'leads/tables.ts')).toContain('stands below');
    expect(breach('database/database.ts', 'leads/lead.ts', true)).toContain('stands below');
    expect(breach('database/pool.ts', 'leads/tables.ts', true)).toContain('stands below');
  });

  it('wants a place for every folder and file', () => {
    expect(breach('leads/leads.ts', 'somewhere/else.ts')).toContain('has no place');
    expect(breach('else.ts', 'env.ts')).toContain('has no place');
    const names = readdirSync(resolve(import.meta.dirname, '../..', server), { withFileTypes: true })
      .map(({ name }) => name)
      .filter((name) => name !== 'testing' && !name.endsWith('.test.ts'));
    expect(names.filter((name) => !serverOrder.includes(name))).toEqual([]);
  });

  it('is no matter of other packages and of tests', () => {
    expect(breachOfOrder('apps/upstream/src/a.ts', { target: 'apps/upstream/src/b.ts' })).toBe(false);
    expect(breachOfOrder(join(server, 'a.ts'), { target: null })).toBe(false);
  });
});

it('15 the order is the one that the architecture tells', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
  const section = text.split("## The server's folders")[1].split('\n## ')[0];
  const rows = section.split('\n').filter((line) => /^\| [a-z]/.test(line));
  const told = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(told).toEqual(serverOrder.filter((entry) => !['env-fields.ts', 'preparation.ts'].includes(entry)));
});
