/** Tests that apply to every folder of migrations. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  breakingMigrations,
  changedMigrations,
  compareWithSchema,
  readChangelog,
  readMigrations,
} from './migration-checks.ts';
import { useTestDatabase } from './test-database.ts';

/**
 * Declares the tests. Call it at the top level of a test file.
 * @param options.released digests of the released migrations
 * @param options.base the last migration of the first release
 * @param options.schema statements of the whole schema
 */
export async function holdMigrations({
  folder,
  released,
  base,
  schema,
}: {
  folder: string;
  released: Readonly<Record<string, string>>;
  base: string;
  schema: string;
}): Promise<void> {
  const changelog = readChangelog();
  const migrations = readMigrations(folder);
  const { url } = await useTestDatabase();
  const client = new pg.Client({ connectionString: url });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  it('no released migration has changed, and later migrations sort after them', () => {
    expect(changedMigrations(migrations, released, changelog)).toEqual([]);
  });

  it('each later migration only adds to the schema, or names the former release that works with it', async () => {
    expect(await breakingMigrations(client, migrations, { ...changelog, base })).toEqual([]);
  });

  it('schema.sql is the result of the migrations', async () => {
    expect(await compareWithSchema(client, migrations, schema)).toEqual([]);
  });
}
