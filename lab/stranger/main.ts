/**
 * `pnpm lab stranger [--attempts N]`: exit status 1 if a stranger can block a visitor or flood a person with emails, or
 * if all attacks on a call are accepted.
 */
import { parseArgs } from 'node:util';
import { freePort } from '@meridian/stack/free-port';
import { startStack } from '@meridian/stack/stack';
import { faultsOfTrial, runTrial, trialEnvironment } from './trial.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { attempts: { type: 'string', default: '40' } } });
const stack = await startStack({ env: { ...trialEnvironment, CONSOLE_PORT: String(await freePort()) } });
try {
  const trial = await runTrial(stack, Number(values.attempts));
  print('| call | attacks | accepted | refused |\n|---|---|---|---|');
  for (const { entrance, made, accepted, refused } of trial.attacks)
    print(`| ${entrance} | ${made} | ${accepted} | ${refused} |`);
  print('\n| what the visitor needs | waited |\n|---|---|');
  for (const { name, waitedMs } of trial.needs)
    print(
      `| ${name} | ${waitedMs === undefined ? 'more than 60 s' : `${(waitedMs / 1_000).toFixed(1)} s`} |`,
    );
  print('\n| emails to a bystander | |\n|---|---|');
  for (const { kind, count } of trial.mails) print(`| ${kind} | ${count} |`);
  const faults = faultsOfTrial(trial);
  for (const fault of faults) print(`\n${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await stack.stop();
}
