import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url);
await migrate(database);
await database.destroy();

const main = resolve(import.meta.dirname, 'main.ts');

function start(...args: string[]) {
  const env = { ...process.env, DATABASE_URL: url };
  return spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

test('a command whose output pipe is closed completes with its exit status', {
  timeout: 60_000,
}, async () => {
  const command = start('leads', '--json');
  // Like `| head`: EPIPE at the first write.
  command.stdout.destroy();
  const [[status], errors] = await Promise.all([once(command, 'close'), text(command.stderr)]);
  expect({ status, errors }).toEqual({ status: 0, errors: '' });
});

test('a JSON list is an object with an array under its noun', { timeout: 60_000 }, async () => {
  const command = start('leads', '--json');
  const [[status], answer] = await Promise.all([once(command, 'close'), text(command.stdout)]);
  expect(status).toBe(0);
  expect(JSON.parse(answer)).toMatchObject({ leads: [], unaccounted: 0 });
});
