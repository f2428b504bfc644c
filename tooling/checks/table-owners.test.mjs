import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { breachesOfOwners, readServer, tableOwners, tablesOf } from './table-owners.mjs';

const server = resolve(import.meta.dirname, '../../apps/bff/src');
const tables = tablesOf(readFileSync(join(server, 'platform/database/schema.sql'), 'utf8'));

it('each room uses only the tables that it may read or write', () => {
  const files = readServer(server);
  expect(files.length).toBeGreaterThan(500);
  expect(breachesOfOwners(files, tables, tableOwners)).toEqual([]);
});

it('every table has an entry, and every entry a table', () => {
  expect(Object.keys(tableOwners).toSorted()).toEqual(tables.toSorted());
});

it.each([
  ["database.insertInto('leads').values(row)", 'writes'],
  ["database\n.updateTable(\n'leads')", 'writes'],
  ["database.deleteFrom('leads as l')", 'writes'],
  ['sql`update leads set email = null`', 'writes'],
  ['sql`insert into\n leads (id)`', 'writes'],
  ["database.selectFrom('leads')", 'reads'],
  ["database.selectFrom(['leads', 'mails'])", 'reads'],
  ["orders.innerJoin('leads', 'a', 'b')", 'reads'],
  ['sql`select 1 from orders join leads on true`', 'reads'],
])('%s by another room is found', (text, kind) => {
  const owners = { leads: { writes: ['leads/ledger'] }, orders: { writes: ['site/pages'] } };
  const planted = { path: 'site/pages/pages.ts', text };
  expect(breachesOfOwners([planted], tables, owners)).toEqual([`site/pages/pages.ts ${kind} leads`]);
  expect(breachesOfOwners([{ ...planted, path: 'leads/ledger/a.ts' }], ['leads'], owners)).toEqual([]);
});
