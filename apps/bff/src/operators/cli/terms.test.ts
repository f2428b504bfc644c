import { afterAll, expect, it } from 'vitest';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { termsCommand } from './terms.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url);
afterAll(() => database.destroy());
const actions = actionsOn(database);

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await termsCommand(args, { database, actions }, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}
const versions = async () => JSON.parse((await ops('--json')).text).terms as { version: number }[];

it('shows the terms as sentences, and stores each change as a new version', async () => {
  const first = await ops();
  expect(first.text).toMatch(/^Version 1, from .* IST: the first version\n/);
  for (const line of [
    '  Cancelled within 24 hours of paying, if the batch is more than 72 hours away: 100 per cent',
    '  Cancelled 8 to 14 days before: 75 per cent',
    '  Moves 3 days before or later: once, to a batch that begins within 90 days of the current one',
    '  Attendees can be replaced until 48 hours before the batch begins',
  ])
    expect(first.text).toContain(line);

  const change = ['set', '--refund-step', 'until_hours_before=72,percent=80', '--note', 'as decided in May'];
  const preview = await ops(...change, '--preview');
  expect(preview.text).toContain('Preview. Nothing was changed. Result: Version 2 applies to new orders.');
  expect(await versions()).toHaveLength(1);

  expect((await ops(...change)).status).toBe(0);
  const [newest, before] = await versions();
  expect(newest).toMatchObject({
    version: 2,
    refund_steps: [{ until_hours_before: 72, percent: 80 }],
    // Terms without an option do not change.
    late_moves: 1,
    note: 'as decided in May',
    changed_by: expect.stringMatching(/^shell /),
  });
  expect(before).toMatchObject({ version: 1, refund_steps: expect.any(Array) });
  expect(await ops(...change)).toEqual({ status: 1, text: 'These terms are already in force.' });
});

it.each([
  [['--refund-step', 'until_hours_before=72,percent=120'], /--refund-step percent: /],
  [
    [
      '--refund-step',
      'until_hours_before=72,percent=80',
      '--refund-step',
      'until_hours_before=168,percent=80',
    ],
    /--refund-step: the refund at 72 hours \(80 %\) must be less than at 168 hours/,
  ],
  [['--late-moves', '100'], /--late-moves: Enter a whole number from 0 to 99/],
  [[], /--refund-step: Change at least one field/],
])('refuses %s, with an error at its field', async (args, message) => {
  const { status, text } = await ops('set', '--note', 'why', ...args);
  expect(status).toBe(2);
  expect(text).toMatch(message);
});
