/** What is known of the settings while they are being asked for. */
import { randomBytes } from 'node:crypto';
import { inspectEnv } from '../../../platform/settings/env.ts';
import { secretSettings } from '../../../platform/settings/secret-files.ts';
import { variables } from '../../../platform/settings/variables.ts';
import type { DoctorContext } from '../../doctor/check.ts';
import type { SettingName } from '../steps.ts';

export type Answers = NodeJS.Dict<string>;

const secrets: readonly string[] = secretSettings;
export const isSecret = (name: SettingName): boolean => secrets.includes(name);

const shownEnd = 4;
const maskedFrom = 12;

/** @returns a value as it may stand on a screen */
export function shown(name: SettingName, value: string): string {
  if (!isSecret(name)) return value;
  return `••••${value.length >= maskedFrom ? value.slice(-shownEnd) : ''}`;
}

/** Secrets of this product alone: nobody has to think of one. */
const generated: readonly SettingName[] = ['CONSOLE_SECRET', 'RAZORPAY_WEBHOOK_SECRET'];

export const canGenerate = (name: SettingName): boolean => generated.includes(name);
export const newSecret = (): string => randomBytes(24).toString('hex');

/** @returns what is wrong with an answer by itself; undefined for a good one */
export function faultOfValue(name: SettingName, value: string): string | undefined {
  return variables.shape[name].safeParse(value).error?.issues[0]?.message;
}

/** @returns the default as it is written in a file; undefined where there is none */
export function defaultOf(name: SettingName): string | undefined {
  const field = variables.shape[name];
  const value = 'def' in field && 'defaultValue' in field.def ? field.def.defaultValue : undefined;
  const isWritable = typeof value === 'string' || typeof value === 'number';
  return isWritable ? String(value) : undefined;
}

/** @returns what a start would refuse of some settings, each with its name before it */
export function faultsOf(answers: Answers, names: readonly SettingName[]): string[] {
  return inspectEnv(answers).faults.filter((fault) => names.some((name) => fault.startsWith(`${name}: `)));
}

/** For settings that no check of the assistant reads, so that the others can be parsed. */
const placeholders: Answers = {
  DATABASE_URL: 'postgresql://127.0.0.1/unset',
  UPSTREAM_URL: 'http://127.0.0.1',
  RAZORPAY_KEY_ID: 'unset',
  RAZORPAY_KEY_SECRET: 'unset',
  RAZORPAY_WEBHOOK_SECRET: 'unset',
  ZOHO_CLIENT_ID: 'unset',
  ZOHO_CLIENT_SECRET: 'unset',
  ZOHO_REFRESH_TOKEN: 'unset',
};

/** What checks work with before there is a database. Values that are invalid by themselves are left out. */
export function contextOf(answers: Answers, dns: DoctorContext['dns']): DoctorContext {
  const valid = Object.entries(variables.shape).flatMap(([name, field]) => {
    const value = answers[name];
    return value && field.safeParse(value).success ? [[name, value] as const] : [];
  });
  const { env, error } = inspectEnv({ ...placeholders, ...Object.fromEntries(valid) });
  function noDatabase(): never {
    throw new Error('the assistant needs no database');
  }
  return {
    settings() {
      if (env) return env;
      throw error;
    },
    database: noDatabase,
    pooling: noDatabase,
    dns,
  };
}
