/**
 * `ops setup`: asks for the settings of an installation, checks each step immediately, and writes one file.
 */
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
  /** Settings of the environment; an answer overrides them. */
  environment: NodeJS.ProcessEnv;
  /** Path of the file to write. The answers in an existing file are kept. */
  file: string;
  dns: DoctorContext['dns'];
}

/** Thrown when the input has ended. All answers so far are in the file. */
class Ended extends Error {}

const removeWord = 'none';

const introduction = (file: string) => [
  `The assistant asks for the settings of your installation and checks each step. Every answer is saved to ${file} immediately.`,
  'Ctrl-C stops the assistant, and the next run continues. Enter keeps the value in brackets; without brackets,',
  `Enter leaves the setting empty. "${removeWord}" removes a value.`,
];

async function ask({ terminal }: Assistant, ...words: Parameters<Terminal['ask']>): Promise<string> {
  const answer = await terminal.ask(...words);
  if (answer === undefined) throw new Ended();
  return answer;
}

function hintOf(name: SettingName, known: string | undefined): string {
  if (known) return ` [${shown(name, known)}]`;
  if (canGenerate(name)) return ' [Enter generates one]';
  const value = defaultOf(name);
  return value === undefined ? '' : ` [${value}]`;
}

/** Asks until the answer is valid, and stores it. */
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
    const address = await ask(assistant, 'Email address for a test message (Enter: none): ');
    if (address === '') return;
    if (!z.email().safeParse(address).success) {
      assistant.terminal.say(`  ${address} is not an email address.`);
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

/** @returns false if the step is left open */
async function runStep(assistant: Assistant, answers: Answers, step: NumberedStep): Promise<boolean> {
  const { terminal } = assistant;
  const { id, number, title, text, settings, isRequired } = step;
  terminal.say('');
  terminal.say(`${number}/${stepEntries.length} ${title}${isRequired ? '' : ' (sales can open without it)'}`);
  terminal.say(text.replaceAll('<PUBLIC_URL>', answers.PUBLIC_URL || '<PUBLIC_URL>'));
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
      'Enter continues and leaves this step open; "again" repeats this step: ',
    );
    if (again.toLowerCase() !== 'again') return false;
  }
}

/**
 * Runs the whole dialogue.
 * @returns exit status: 0 if no step is left open, else 1
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
    terminal.say(`Stopped. Your answers are in ${file}: run \`ops setup\` again to continue.`);
    return 1;
  }
  terminal.say('');
  terminal.say(
    `The settings are in ${file}; only you can read it. ${open.length === 0 ? '' : `Still open: ${open.join(', ')}. `}`.trim(),
  );
  terminal.say(
    'Next: start the product with this file. Then `ops setup check` runs the checks that need a running server (certificate, webhook, policies, backup), and `ops setup order` makes the test payment.',
  );
  return open.length === 0 ? 0 : 1;
}
