/** `ops setup`: asks for the settings of an installation, checks them at once, and writes them to one file. */
import { z } from 'zod';
import type { DoctorContext } from '../../doctor/check.ts';
import type { NamedFinding } from '../../doctor/run-checks.ts';
import { type SettingName, type SetupStep, stepEntries } from '../steps.ts';
import { sendTestMessage } from '../test-message.ts';
import {
  type Answers,
  canGenerate,
  contextOf,
  defaultOf,
  faultOfValue,
  isSecret,
  newSecret,
  shown,
} from './answers.ts';
import { checkAnswers } from './check-answers.ts';
import { readSettingsFile, writeSetting } from './settings-file.ts';
import type { Terminal } from './terminal.ts';

export interface Assistant {
  terminal: Terminal;
  /** What the environment sets already; an answer goes before it. */
  environment: NodeJS.ProcessEnv;
  /** Path of the file that is written, and continued if it is there. */
  file: string;
  dns: DoctorContext['dns'];
}

/** The input ended: what was answered is in the file. */
class Ended extends Error {}

const removeWord = 'none';

const introduction = (file: string) => [
  `This asks for the settings of your installation and checks each step. Every answer is in ${file} at once;`,
  'Ctrl-C stops, and the next run continues. Enter keeps what is shown, or leaves a setting empty;',
  `"${removeWord}" removes a value.`,
];

async function ask({ terminal }: Assistant, ...words: Parameters<Terminal['ask']>): Promise<string> {
  const answer = await terminal.ask(...words);
  if (answer === undefined) throw new Ended();
  return answer;
}

function hintOf(name: SettingName, known: string | undefined): string {
  if (known) return ` [${shown(name, known)}]`;
  if (canGenerate(name)) return ' [Enter makes one]';
  const value = defaultOf(name);
  return value === undefined ? '' : ` [${value}]`;
}

/** Asks until the answer is good, and stores it. */
async function askFor(assistant: Assistant, answers: Answers, name: SettingName): Promise<void> {
  const known = answers[name];
  for (;;) {
    const typed = await ask(assistant, `${name}${hintOf(name, known)}: `, { isSecret: isSecret(name) });
    if (typed === '' && (known || !canGenerate(name))) return;
    const value = typed === '' ? newSecret() : typed === removeWord ? '' : typed;
    const fault = value === '' ? undefined : faultOfValue(name, value);
    if (fault === undefined) {
      await writeSetting(assistant.file, name, value);
      answers[name] = value;
      return;
    }
    assistant.terminal.say(`  ${name} ${fault}.`);
  }
}

const marks: Record<NamedFinding['state'], string> = { ok: '✓', warning: '!', fault: '✗', skipped: '-' };

function sayFindings({ terminal }: Assistant, findings: readonly NamedFinding[]): void {
  for (const { state, text, advice } of findings) {
    terminal.say(`  ${marks[state]} ${text}`);
    if (advice !== undefined) terminal.say(`    → ${advice}`);
  }
}

async function offerTestMessage(assistant: Assistant, answers: Answers): Promise<void> {
  const { mail } = contextOf(answers, assistant.dns).settings();
  if (!mail) return;
  for (;;) {
    const address = await ask(assistant, 'Send a test message to (Enter sends none): ');
    if (address === '') return;
    if (!z.email().safeParse(address).success) {
      assistant.terminal.say(`  ${address} is no email address.`);
      continue;
    }
    const reason = await sendTestMessage(mail, address);
    if (reason === undefined)
      return assistant.terminal.say('  ✓ Accepted. Look for it in the inbox, and in the spam folder.');
    assistant.terminal.say(`  ✗ The mail server did not accept the message: ${reason}`);
  }
}

interface NumberedStep extends SetupStep {
  id: (typeof stepEntries)[number]['id'];
  number: number;
}

/** @returns whether nothing of it is left open */
async function runStep(assistant: Assistant, answers: Answers, step: NumberedStep): Promise<boolean> {
  const { terminal } = assistant;
  const { id, number, title, text, settings, isRequired } = step;
  terminal.say('');
  terminal.say(`${number}/${stepEntries.length} ${title}${isRequired ? '' : ' (optional)'}`);
  terminal.say(text);
  for (;;) {
    for (const name of settings) await askFor(assistant, answers, name);
    const findings = await checkAnswers(id, answers, assistant.dns);
    sayFindings(assistant, findings);
    const isWell = findings.every(({ state }) => state === 'ok');
    if (isWell || settings.length === 0) {
      if (id === 'email') await offerTestMessage(assistant, answers);
      return isWell;
    }
    const again = await ask(
      assistant,
      'Enter goes on and leaves this open; "again" asks for this step again: ',
    );
    if (again.toLowerCase() !== 'again') return false;
  }
}

/**
 * Runs the whole dialogue.
 * @returns exit status: 0 where nothing is left open, else 1
 * @throws SettingsFileError
 */
export async function runAssistant(assistant: Assistant): Promise<number> {
  const { terminal, file, environment } = assistant;
  const answers: Answers = { ...environment };
  for (const [name, value] of Object.entries(await readSettingsFile(file))) if (value) answers[name] = value;
  for (const line of introduction(file)) terminal.say(line);
  const open: string[] = [];
  try {
    for (const [at, step] of stepEntries.entries())
      if (!(await runStep(assistant, answers, { ...step, number: at + 1 }))) open.push(step.title);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    terminal.say(`Stopped. What you answered is in ${file}: run \`ops setup\` again to continue.`);
    return 1;
  }
  terminal.say('');
  terminal.say(
    `The settings are in ${file}; only you can read it. ${open.length === 0 ? '' : `Still open: ${open.join(', ')}. `}`.trim(),
  );
  terminal.say(
    'Next: start the product with this file. Then `ops setup check` verifies what needs a running server (certificate, webhook, policies, backup), and `ops setup order` makes the check order.',
  );
  return open.length === 0 ? 0 : 1;
}
