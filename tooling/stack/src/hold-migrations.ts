/** The tests that each folder of migrations is held to. */
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
 * Declares the tests, at the top of a file.
 * @param options.released digests of the migrations that databases of a release have run
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

  it('a released migration never changes, and a later one sorts behind it', () => {
    expect(changedMigrations(migrations, released, changelog)).toEqual([]);
  });

  it('a migration only adds, or says which release works with it', async () => {
    expect(await breakingMigrations(client, migrations, { ...changelog, base })).toEqual([]);
  });

  it('schema.sql is what the migrations make', async () => {
    expect(await compareWithSchema(client, migrations, schema)).toEqual([]);
  });
}
