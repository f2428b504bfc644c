/** The settings entered so far, their defaults and faults. */
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

/** @returns the value as shown on the screen; secrets are masked */
export function shown(name: SettingName, value: string): string {
  if (!isSecret(name)) return value;
  return `••••${value.length >= maskedFrom ? value.slice(-shownEnd) : ''}`;
}

/** Secrets that this product can generate, because no other system issues them. */
const generated: readonly SettingName[] = ['CONSOLE_SECRET', 'RAZORPAY_WEBHOOK_SECRET'];

export const canGenerate = (name: SettingName): boolean => generated.includes(name);
export const newSecret = (): string => randomBytes(24).toString('hex');

/** @returns the fault of a value by itself, without regard to other settings; undefined if it is valid */
export function faultOfValue(name: SettingName, value: string): string | undefined {
  return variables.shape[name].safeParse(value).error?.issues[0]?.message;
}

/** @returns the default as text; undefined if there is none */
export function defaultOf(name: SettingName): string | undefined {
  const field = variables.shape[name];
  const value = 'def' in field && 'defaultValue' in field.def ? field.def.defaultValue : undefined;
  const isWritable = typeof value === 'string' || typeof value === 'number';
  return isWritable ? String(value) : undefined;
}

/** @returns faults of these settings that prevent the start of a server, as `NAME: MESSAGE` */
export function faultsOf(answers: Answers, names: readonly SettingName[]): string[] {
  return inspectEnv(answers).faults.filter((fault) => names.some((name) => fault.startsWith(`${name}: `)));
}

/**
 * Placeholders for required settings without an answer, so that the settings can be parsed. The checks of a
 * step run only if its own required settings have answers.
 */
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

/** Builds the context of checks that run before there is a database. Invalid values are left out. */
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
