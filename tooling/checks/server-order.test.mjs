import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breachOfOrder, exceededLimits, measureOrder, serverOrder } from './server-order.mjs';

const server = 'apps/bff/src';
const breach = (from, to, typeOnly = false) =>
  breachOfOrder(`${server}/${from}`, { target: `${server}/${to}`, typeOnly });

it('each folder of the contracts has the name of a group of the server', () => {
  const contracts = resolve(import.meta.dirname, '../../packages/contracts/src');
  const folders = readdirSync(contracts, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(Object.keys(serverOrder)).toEqual(expect.arrayContaining(folders.map(({ name }) => name)));
});

describe('the order of the server', () => {
  it.each([
    ['platform/http/health.ts', 'leads/ledger/lead.ts'],
    ['platform/observability/log.ts', 'platform/jobs/jobs.ts'],
    ['enrolment/orders/order.ts', 'enrolment/checkout/open-order.ts'],
    ['leads/leads.ts', 'main/app.ts'],
    ['platform/jobs/jobs.ts', 'main/services.ts'],
    ['operators/console/console-app.ts', 'main.ts'],
  ])('%s may not import %s, nor its types', (from, to) => {
    expect(breach(from, to)).toContain('is below');
    expect(breach(from, to, true)).toContain('is below');
  });

  it.each([
    ['enrolment/orders/order.ts', 'site/pages/pages.ts'],
    ['leads/leads.ts', 'site/visits/visits.ts'],
    ['partners/smtp/message.ts', 'partners/upstream/upstream-client.ts'],
  ])('%s and %s are separate', (from, to) => {
    expect(breach(from, to)).toContain('is separate from');
  });

  it.each([
    ['leads/leads.ts', 'platform/http/problems/errors.ts'],
    ['leads/delivery/delivery.ts', 'leads/ledger/lead.ts'],
    ['partners/crm/zoho/zoho-crm.ts', 'partners/crm/crm.ts'],
    ['main.ts', 'main/services.ts'],
  ])('%s may import %s', (from, to) => {
    expect(breach(from, to)).toBe(false);
  });

  it('lists every folder and file of the server', () => {
    expect(breach('leads/leads.ts', 'somewhere/else.ts')).toContain('is not listed');
    expect(breach('leads/else.ts', 'platform/settings/env.ts')).toContain('is not listed');
    const names = (folder) =>
      readdirSync(resolve(import.meta.dirname, '../..', server, folder), { withFileTypes: true })
        .map(({ name }) => name)
        .filter((name) => !name.endsWith('.test.ts'));
    expect(names('.').toSorted()).toEqual(Object.keys(serverOrder).toSorted());
    for (const [group, rooms] of Object.entries(serverOrder))
      if (!group.endsWith('.ts')) expect(names(group).toSorted()).toEqual([...rooms].toSorted());
  });

  it('does not apply to other packages', () => {
    expect(breachOfOrder('apps/upstream/src/a.ts', { target: 'apps/upstream/src/b.ts' })).toBe(false);
    expect(breachOfOrder(join(server, 'a.ts'), { target: null })).toBe(false);
  });
});

describe('the limits of the structure', () => {
  it('counts each pair of groups and of rooms once, and the files of each folder, without tests', () => {
    const edges = [
      { target: `${server}/platform/jobs/jobs.ts` },
      { target: `${server}/platform/http/problems/errors.ts` },
      { target: `${server}/leads/ledger/lead.ts` },
    ];
    const graph = new Map(
      [
        `${server}/leads/delivery/a.ts`,
        `${server}/leads/delivery/b.ts`,
        `${server}/leads/uploads/a.test.ts`,
      ].map((path) => [path, { path, edges }]),
    );
    expect(measureOrder(graph)).toEqual({
      groups: 11,
      groupArrows: 1,
      roomArrows: { leads: 1 },
      files: { 'leads/delivery': 2 },
    });
  });

  it('reports each exceeded limit', () => {
    const measure = (groupArrows, leads, files) =>
      exceededLimits({ groups: 11, groupArrows, roomArrows: { leads }, files: { 'leads/ledger': files } });
    expect(measure(45, 60, 20)).toEqual([]);
    expect(measure(46, 61, 21)).toEqual([
      expect.stringContaining('46 imports between the server'),
      expect.stringContaining('61 imports between the folders of leads'),
      '21 files in leads/ledger, at most 20 allowed',
    ]);
  });
});

it('docs/explanation/architecture.md lists the same order', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/explanation/architecture.md'), 'utf8');
  const section = text.split("## The server's folders")[1].split('\n## ')[0];
  const rows = section.split('\n').filter((line) => /^\| `/.test(line));
  const listed = rows.map((row) =>
    row
      .split('|')
      .slice(1, 3)
      .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  );
  expect(listed).toEqual(Object.entries(serverOrder).map(([group, rooms]) => [group, ...rooms]));
});
