import { afterAll, expect, it } from 'vitest';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { salesCommand } from './sales.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url);
afterAll(() => database.destroy());

let missing: string[] = [];
const actions = actionsOn(database, { missingSetupSteps: async () => missing });

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await salesCommand(args, { database, actions }, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

it('closes sales, opens them only after the set-up is complete, and shows who did it', async () => {
  expect((await ops()).text).toMatch(/^Sales have been open since .* IST\.$/);
  expect(await ops('close')).toEqual({ status: 0, text: 'Sales are closed.' });
  expect(await ops('close')).toEqual({ status: 1, text: 'Sales are closed already.' });
  expect((await ops()).text).toMatch(/^Sales have been closed since .* IST, by shell /);

  missing = ['Email: no mail server is set', 'Domain: PUBLIC_URL has no https'];
  const refused = await ops('open');
  expect(refused.status).toBe(1);
  for (const step of missing) expect(refused.text).toContain(`${step}.`);
  expect((await ops('open', '--preview')).status).toBe(1);
  expect(JSON.parse((await ops('--json')).text).sales).toMatchObject({ open: false });

  missing = [];
  expect(await ops('open')).toEqual({ status: 0, text: 'Sales are open.' });
  // A step that fails later does not close sales.
  missing = ['Email: no mail server is set'];
  expect((await ops()).text).toContain('Sales have been open');
});
