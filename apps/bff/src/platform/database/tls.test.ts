/** `sslmode=verify-full` against a server with a private CA. */
import { copyFile, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { startTlsServer } from '../../../testing/database/tls-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { useSite } from '../../../testing/site.ts';
import { openDatabase } from './database.ts';

const server = await startTlsServer('IP:127.0.0.1');
afterAll(() => server.stop());
const verified = (ca: string) => `${server.url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`;

async function ask(url: string): Promise<unknown> {
  const database = openDatabase(url);
  try {
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database);
    return rows[0]?.ssl;
  } finally {
    await database.destroy();
  }
}

it('connects only if the CA is right and the certificate is for the host', async () => {
  // Configuration reloads are asynchronous.
  await eventually(async () => expect(await ask(verified(server.ca))).toBe(true));
  await expect(ask(verified(server.otherCa))).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/UNABLE_TO_VERIFY|SELF_SIGNED|CERT_SIGNATURE/) },
  });
  // The certificate is for another name.
  await expect(ask(verified(server.ca).replace('127.0.0.1', 'localhost'))).rejects.toMatchObject({
    cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  });
});

it('opens connections with the certificate read last while its file is missing', async () => {
  const file = `${server.ca}.copy`;
  await copyFile(server.ca, file);
  const database = openDatabase(verified(file), { maxConnections: 1 });
  const endSession = sql`select pg_terminate_backend(pg_backend_pid())`;
  await expect(endSession.execute(database)).rejects.toThrow();
  await rm(file);
  // The second query waits for the connection of the first one.
  const waiting = [1, 2].map(() => endSession.execute(database));
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const { rows } = await sql`select 1 as one`.execute(database);
  expect(rows).toEqual([{ one: 1 }]);
  await database.destroy();
});

const site = await useSite({ DATABASE_URL: verified(server.ca) });

it('all connections of the application are encrypted: tables, jobs and LISTEN', async () => {
  await site.services.startWorkers();
  await site.http.get('/readyz').expect(200);
  const database = openDatabase(verified(server.ca));
  const { rows } = await sql<{ ssl: boolean; connections: number }>`
    select ssl, count(*)::integer as connections from pg_stat_ssl join pg_stat_activity using (pid)
    where datname = 'bff' group by ssl`.execute(database);
  await database.destroy();
  expect(rows).toEqual([{ ssl: true, connections: expect.any(Number) }]);
  expect(rows[0]?.connections).toBeGreaterThanOrEqual(3);
});
