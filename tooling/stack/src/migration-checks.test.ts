import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { breakingMigrations, changedMigrations, compareWithSchema } from './migration-checks.ts';
import { useTestDatabase } from './test-database.ts';

const { url } = await useTestDatabase();
const client = new pg.Client({ connectionString: url });
beforeAll(() => client.connect());
afterAll(() => client.end());

const first = {
  name: '0001-schema',
  statements: `
    create table leads (id integer primary key, name text not null, note text default 'none');
    create table files (id integer primary key, lead_id integer references leads (id));
    create index leads_by_name on leads (name);
    create function half(number integer) returns integer language sql immutable as $$ select number / 2 $$;
    create view names as select name from leads;`,
};
const base = first.name;
const second = (statements: string) => ({ name: '0002-more', statements });
const { '0001-schema': digest = '' } = recordedBy(changedMigrations([first], {}, { hasUnreleased: false }));

function recordedBy(sentences: string[]): Record<string, string> {
  return Object.fromEntries(
    sentences.map((sentence) => {
      const [, name = '', value = ''] =
        /^(\S+) is released now: record its digest '(\w+)'$/.exec(sentence) ?? [];
      return [name, value];
    }),
  );
}

it('reports a released migration that has changed, except in comments and line breaks', () => {
  const released = { [first.name]: digest };
  const changed = (change: (text: string) => string) =>
    changedMigrations([{ ...first, statements: change(first.statements) }], released, {
      hasUnreleased: false,
    });
  expect(changed((text) => `-- Leads.\n${text}\n`)).toEqual([]);
  expect(changed((text) => text.replace('not null', ''))).toEqual([
    '0001-schema is released and has changed: restore it, and add a migration instead',
  ]);
  expect(changedMigrations([], released, { hasUnreleased: false })).toHaveLength(1);
});

it('accepts an unreleased migration without a digest if it sorts after the released ones', () => {
  const released = { [first.name]: digest };
  expect(changedMigrations([first, second('')], released, { hasUnreleased: true })).toEqual([]);
  expect(changedMigrations([first, second('')], released, { hasUnreleased: false })).toHaveLength(1);
  expect(
    changedMigrations([{ ...first, name: '0000-before' }, first], released, { hasUnreleased: true }),
  ).toEqual(['0000-before sorts before the released 0001-schema: give it a later number']);
});

it.each([
  ['a column with a default', 'alter table leads add column seats integer not null default 1'],
  ['a column that may be null', 'alter table leads add column seats integer'],
  ['a column with a rule', 'alter table leads add column seats integer check (seats > 0)'],
  ['a table', 'create table notes (id integer primary key, lead_id integer not null references leads)'],
  ['an index', 'create index leads_by_note on leads (note)'],
  ['a view', 'create view notes as select note from leads'],
])('accepts a migration that only adds: %s', async (_name, statements) => {
  expect(await breakingMigrations(client, [first, second(statements)], { releases: [], base })).toEqual([]);
});

it.each([
  ['drop column note', 'gone: column leads.note'],
  ['rename column note to remark', 'gone: column leads.note'],
  ['rename to contacts', 'gone: table leads'],
  ['alter column note type varchar(3)', 'gone: column leads.note'],
  ['alter column note set not null', 'gone: column leads.note'],
  ['alter column note drop default', 'gone: column leads.note'],
  ['add column seats integer not null', 'new rule: column leads.seats'],
  ['add check (id > 0)', 'new rule: constraint leads.leads_id_check'],
  ['add unique (name)', 'new rule: constraint leads.leads_name_key'],
])('reports a migration that does not only add: alter table leads %s', async (change, part) => {
  const statements = `alter table leads ${change};`;
  const found = await breakingMigrations(client, [first, second(statements)], { releases: ['1.0.0'], base });
  expect(found.join('\n')).toContain(`0002-more: ${part}`);
});

it.each([
  ['drop table files', 'gone: table files'],
  ['drop index leads_by_name', 'gone: index leads'],
  ['create unique index on leads (name)', 'new rule: unique index leads'],
  [
    'create or replace function half(number integer) returns integer language sql as $$ select 1 $$',
    'gone: function',
  ],
  ['create or replace view names as select name, note from leads', 'gone: view names'],
])('reports a migration that does not only add: %s', async (statements, part) => {
  expect(
    (await breakingMigrations(client, [first, second(statements)], { releases: [], base })).join('\n'),
  ).toContain(part);
});

it('allows a migration to drop something if it names the former release that works without it', async () => {
  const drop = (version: string) =>
    second(`-- Works with ${version}: nothing reads it.\nalter table leads drop column note;`);
  expect(await breakingMigrations(client, [first, drop('1.0.0')], { releases: ['1.0.0'], base })).toEqual([]);
  expect(
    await breakingMigrations(client, [first, drop('1.1.0')], { releases: ['1.0.0'], base }),
  ).toHaveLength(1);
});

it('reports differences between the schema and the result of the migrations', async () => {
  const migrations = [first, second('alter table leads add column seats integer')];
  expect(await compareWithSchema(client, migrations, first.statements)).toEqual([
    'only the migrations make: column leads.seats integer',
  ]);
  expect(
    await compareWithSchema(client, migrations, first.statements.replace("'none'", "'none', seats integer")),
  ).toEqual([]);
});
