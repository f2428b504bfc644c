import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { couponsCommand } from './coupons.ts';
import { optOutsCommand } from './opt-outs.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 2 });
await migrate(database);
afterAll(() => database.destroy());
const actions = actionsOn(database);
const folder = await mkdtemp(join(tmpdir(), 'imports-'));

async function ops(command: typeof optOutsCommand | 'coupons', ...args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const status =
    command === 'coupons'
      ? await couponsCommand(args, { database, actions }, print)
      : await command(args, { actions }, print);
  return { status, text: lines.join('\n') };
}
async function fileOf(content: string | Buffer): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.csv`);
  await writeFile(path, content);
  return path;
}

it('previews and imports a file, and undoes the import by its id', async () => {
  const path = await fileOf('code,percent\nA10,10\nB20,20\n');
  expect((await ops('coupons', 'import', '--file', path, '--preview')).text).toBe(
    'Preview. Nothing was changed. 2 coupons created, 0 changed, 0 unchanged.',
  );
  const { status, text } = await ops('coupons', 'import', '--file', path);
  const [, id = ''] =
    /^2 coupons created, 0 changed, 0 unchanged\. Import ([0-9a-f-]{36})\.$/.exec(text) ?? [];
  expect(status).toBe(0);
  expect((await ops('coupons', 'import', `--file=${path}`)).text).toBe(
    '0 coupons created, 0 changed, 2 unchanged.',
  );
  expect(await ops('coupons', 'undo-import', id)).toEqual({ status: 0, text: '2 coupons undone.' });
});

it('prints each error of a file with its line and column', async () => {
  const path = await fileOf('code,percent\nA10,1000\nB,5\n');
  const faults = [
    'Line 2, percent: Enter a number from 1 to 99, so that an amount is left to pay.',
    'Line 3, code: Enter 3 to 40 letters, digits or hyphens.',
  ];
  const { text } = await ops('coupons', 'import', '--file', path, '--preview');
  expect(text.split('\n').slice(1)).toEqual(faults);
  const refused = await ops('coupons', 'import', '--file', path);
  expect(refused).toMatchObject({ status: 2 });
  for (const fault of faults) expect(refused.text).toContain(fault);
});

it('reads UTF-16 with a byte order mark, and refuses other encodings and an unknown path', async () => {
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from('email\r\na@example.com\r\n', 'utf16le'),
  ]);
  expect((await ops(optOutsCommand, 'import', '--file', await fileOf(utf16))).text).toContain(
    '1 opt-out created',
  );
  const latin = await fileOf(Buffer.from('email\njos\xe9@example.com', 'latin1'));
  expect(await ops(optOutsCommand, 'import', '--file', latin)).toMatchObject({
    status: 2,
    text: expect.stringContaining('Save it as "CSV UTF-8"'),
  });
  expect(await ops(optOutsCommand, 'import', '--file', join(folder, 'none.csv'))).toMatchObject({
    status: 2,
    text: expect.stringContaining('cannot be read'),
  });
});
