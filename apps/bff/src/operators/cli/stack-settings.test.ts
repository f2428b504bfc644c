import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withStackSettings } from './stack-settings.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ops-settings-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('workflow: reads the settings of a local stack; settings of the environment override them', async () => {
  await writeFile(join(dataDir, 'bff.env'), 'APP_ENV="demo"\nZOHO_CLIENT_ID="sandbox_client"\n');
  const given = { DATA_DIR: dataDir, APP_ENV: 'staging' };
  expect(await withStackSettings(given)).toEqual({ ...given, ZOHO_CLIENT_ID: 'sandbox_client' });
});

it('workflow: reads the console’s secret, which is needed to check codes', async () => {
  await writeFile(join(dataDir, 'bff.env'), 'APP_ENV="demo"\n');
  await writeFile(join(dataDir, 'console-secret'), 'of the data folder\n');
  expect(await withStackSettings({ DATA_DIR: dataDir })).toMatchObject({
    CONSOLE_SECRET: 'of the data folder',
  });
  const given = { DATA_DIR: dataDir, CONSOLE_SECRET: 'given' };
  expect(await withStackSettings(given)).toMatchObject(given);
});

it('workflow: reads no settings if a database is set, or no stack runs', async () => {
  expect(await withStackSettings({ DATA_DIR: dataDir })).toEqual({ DATA_DIR: dataDir });
  await writeFile(join(dataDir, 'bff.env'), 'APP_ENV="demo"\n');
  const given = { DATA_DIR: dataDir, DATABASE_URL: 'postgresql://real' };
  expect(await withStackSettings(given)).toEqual(given);
});
