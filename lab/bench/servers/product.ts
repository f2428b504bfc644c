/** The product's servers, run from their production bundles. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { allocatorSettings, nodeFlags } from '@meridian/stack/node-settings';
import { BenchError } from '../bench-error.ts';
import { type Server, startServer } from './launch.ts';

const apps = resolve(import.meta.dirname, '../../../apps');

/** Folder of the web app's build. */
export const webDir = resolve(apps, 'web/dist');

function bundleOf(app: string): string {
  const entry = resolve(apps, app, 'dist/main.js');
  if (existsSync(entry) && existsSync(webDir)) return entry;
  throw new BenchError('not_built', `${app} has not been built: run pnpm build`);
}

export interface BffOptions {
  databaseUrl: string;
  upstreamUrl: string;
  /** Accounts server of the CRM. Default: an address at which no server listens. */
  crmUrl?: string;
  /** Overrides the other settings. */
  env?: Record<string, string>;
  execArgv?: string[];
  /** Runs on the dedicated core, if the machine has several. */
  measured?: boolean;
}

const nowhere = 'http://127.0.0.1:9';

/** Starts the BFF without rate limits. */
export function startBff(options: BffOptions): Promise<Server> {
  const { databaseUrl, upstreamUrl, crmUrl = nowhere, measured = true, execArgv = [] } = options;
  return startServer({
    entry: bundleOf('bff'),
    measured,
    execArgv: [...nodeFlags, ...execArgv],
    healthPath: '/readyz/writes',
    env: {
      ...allocatorSettings,
      APP_ENV: 'demo',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      UPSTREAM_URL: upstreamUrl,
      UPSTREAM_IDEMPOTENT: 'true',
      FORM_LIMIT_PER_MINUTE: '0',
      READ_LIMIT_PER_MINUTE: '0',
      RAZORPAY_KEY_ID: 'rzp_test_LocalSandbox',
      RAZORPAY_KEY_SECRET: 'sandbox_key_secret',
      RAZORPAY_WEBHOOK_SECRET: 'sandbox_webhook_secret',
      RAZORPAY_API_URL: nowhere,
      ZOHO_ACCOUNTS_URL: crmUrl,
      ZOHO_CLIENT_ID: 'sandbox_client',
      ZOHO_CLIENT_SECRET: 'sandbox_client_secret',
      ZOHO_REFRESH_TOKEN: 'sandbox_refresh_token',
      ZOHO_LEAD_ID_FIELD: 'Website_Lead_ID',
      ...options.env,
    },
  });
}

/** @returns an invitation link for an operator */
export async function inviteOperator(databaseUrl: string, consoleUrl: string): Promise<string> {
  const program = bundleOf('bff').replace(/main\.js$/, 'ops.js');
  const args = [program, 'operators', 'invite', 'bench@example.com', '--role', 'admin', '--json'];
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, CONSOLE_URL: consoleUrl };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout).link;
}

/** Starts the reference upstream with the sample content. @param databaseUrl its own empty database */
export function startUpstream(databaseUrl: string, env: Record<string, string> = {}): Promise<Server> {
  return startServer({
    entry: bundleOf('upstream'),
    portVariable: 'UPSTREAM_PORT',
    env: { UPSTREAM_DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', ...env },
  });
}
