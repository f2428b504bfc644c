/**
 * Secrets in files, as container engines mount them: `X_FILE` is the path of the file with the value of `X`.
 */
import { readFileSync } from 'node:fs';
import { EnvError } from './env-error.ts';

/** Settings that can be given in a file. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_CONSOLE_URL',
  'SENTRY_DSN',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_KEY_SECRET_PREVIOUS',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_WEBHOOK_SECRET_PREVIOUS',
  'ZOHO_CLIENT_SECRET',
  'ZOHO_REFRESH_TOKEN',
  'SMTP_URL',
  'MAIL_BOUNCE_SECRET',
  'OPS_TOKEN',
  'CONSOLE_SECRET',
  'CONSOLE_OIDC_CLIENT_SECRET',
] as const;

/**
 * Reads the files of secrets. White space around a secret is removed. An empty file counts as a missing
 * setting.
 * @returns the environment with the secrets in it
 * @throws EnvError naming every file that cannot be read, and every secret that is given twice
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const faults: string[] = [];
  const secrets: NodeJS.ProcessEnv = {};
  for (const name of secretSettings) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name]) {
      faults.push(`${name}_FILE: ${name} is also set; remove one of them`);
      continue;
    }
    try {
      secrets[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      faults.push(`${name}_FILE: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (faults.length > 0) throw new EnvError(faults);
  return { ...environment, ...secrets };
}
