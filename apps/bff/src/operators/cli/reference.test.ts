/**
 * `docs/reference/actions.md` is generated from the contracts: `vitest run --update` of this file writes it.
 */
import { resolve } from 'node:path';
import { type ActionName, actionNames, actions, isConfirmed } from '@meridian/contracts/operators/actions';
import { expect, it } from 'vitest';
import { usageOf } from './action-arguments.ts';
import { reissueUsage } from './reissue.ts';

const page = resolve(import.meta.dirname, '../../../../../docs/reference/actions.md');

const intro = `# Actions

All changes that operators can make, in the console or by a command. The audit log records each of them. *Code*: the action requires a second-factor code; in the console, not for five minutes after a code or a sign-in. \`batches.send-message\` and \`batches.set-joining\` require a code if more than ten people get an email. Every command also takes \`--preview\` (shows the outcome and changes nothing), \`--json\`, and \`--key UUID\` (an idempotency key: a repeated request has no second effect). [Commands](commands.md) explains them with examples.

| action | audit log | role | code | command |
|---|---|---|---|---|`;

function rowOf(name: ActionName): string {
  const { title, role, stepUp } = actions[name];
  const code = typeof stepUp === 'function' ? 'depends on the input' : stepUp ? 'yes' : 'no';
  const [, reissue = ''] = reissueUsage.split('\n');
  const line = name === 'documents.reissue' ? reissue : usageOf(name);
  const usage = line.replace(' [--preview] [--json] [--key UUID]', '').replaceAll('|', '\\|');
  const command = isConfirmed(name) ? usage.replace(/ \[?--confirm TEXT\]?/, '') : usage;
  return `| \`${name}\` | ${title} | ${[role].flat().join(', ')} | ${code} | \`${command}\` |`;
}

it('lists every action with its roles and its command', async () => {
  const rows = actionNames.toSorted().map(rowOf);
  await expect(`${[intro, ...rows].join('\n')}\n`).toMatchFileSnapshot(page);
});
