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

These are the actions of operators, in the console or by a command. The audit log records each of them with the text in the second column. *Code* says whether the console asks for a second-factor code, unless the operator entered a code or signed in within the last five minutes. \`batches.send-message\` and \`batches.set-joining\` need a code if more than ten people get an email. A command with \`--as EMAIL\` always asks for a code ([console](console.md)). Every command also takes \`--preview\` (shows the outcome and changes nothing), \`--json\`, and \`--key UUID\` (an idempotency key: a second command with the same key changes nothing). [Commands](commands.md) has examples.

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
