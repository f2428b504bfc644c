import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase, useTestDatabase } from './test-database.ts';

const database = await useTestDatabase();

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

it('gives each caller a separate empty database', async () => {
  const other = await createTestDatabase();
  await query(database.url, 'CREATE TABLE seat (number int)');
  const tables = "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'";
  expect(await query(other.url, tables)).toEqual([{ tables: 0 }]);
  expect(await query(database.url, tables)).toEqual([{ tables: 1 }]);
  await other.drop();
});

it('drops a database even if a client is still connected', async () => {
  const other = await createTestDatabase();
  const client = new pg.Client({ connectionString: other.url });
  // The client emits the server's message first, then the lost connection.
  const disconnected = new Promise<Error>((resolve) => client.on('error', resolve));
  await client.connect();
  await other.drop();
  expect(await disconnected).toMatchObject({ code: '57P01' });
  await expect(query(other.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
});
