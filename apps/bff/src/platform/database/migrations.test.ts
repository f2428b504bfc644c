import { join } from 'node:path';
import {
  breakingMigrations,
  changedMigrations,
  compareWithSchema,
  readChangelog,
  readMigrations,
} from '@meridian/stack/migration-checks';
import { useTestDatabase } from '@meridian/stack/test-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaText } from './schema-text.ts';

/** Digests of the migrations that databases of a release have run. */
const released = {
  '0001-schema': 'cf1584c6f8ba',
  '0002-ledger-indexes': '46d1e0860e0f',
};

const changelog = readChangelog();
const { url: emptyUrl } = await useTestDatabase();
const client = new pg.Client({ connectionString: emptyUrl });
beforeAll(() => client.connect());
afterAll(() => client.end());

const migrations = readMigrations(join(import.meta.dirname, 'migrations'));

it('a released migration never changes, and a later one sorts behind it', () => {
  expect(changedMigrations(migrations, released, changelog)).toEqual([]);
});

it('a migration only adds, or says which release works with it', async () => {
  expect(await breakingMigrations(client, migrations, { ...changelog, base: '0001-schema' })).toEqual([]);
});

it('schema.sql is what the migrations make', async () => {
  expect(await compareWithSchema(client, migrations, schemaText)).toEqual([]);
});
