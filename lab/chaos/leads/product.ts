import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@meridian/stack/free-port';
import { type Stack, type StackOptions, startStack } from '@meridian/stack/stack';
import { startTcpProxy, type TcpProxy } from '@meridian/stack/tcp-proxy';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { opsProgram } from '../../../e2e/support/ops-program.ts';

const run = promisify(execFile);

/** `application_name` of the tests' connections. */
export const observer = 'chaos';

/** The running product with access to its state. */
export interface Product {
  stack: Stack;
  /** The BFF's database, bypassing the proxy. */
  ledger: pg.Pool;
  /** Proxy between the BFF and its database. */
  databaseProxy: TcpProxy;
  /** Runs `pnpm ops …`. @returns its output */
  ops: (...args: string[]) => Promise<string>;
  /** Upstream submissions per email address. */
  upstreamCounts: () => Promise<Map<string, number>>;
  /** CRM records per email address. */
  crmCounts: () => Promise<Map<string, number>>;
  /** Runs the sweeper. */
  sweep: () => Promise<void>;
  /** Logs of all parts. */
  logs: () => string;
  stop: () => Promise<void>;
}

function countsOf(emails: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const email of emails) counts.set(email, (counts.get(email) ?? 0) + 1);
  return counts;
}

interface CrmLeads {
  data: { Email: string }[];
}

/** Starts the product without rate limits, with fault injection. */
export async function startProduct(options: StackOptions = {}): Promise<Product> {
  const postgresPort = await freePort();
  const databaseProxy = await startTcpProxy(postgresPort);
  const env = {
    FORM_LIMIT_PER_MINUTE: '0',
    UPSTREAM_FAULTS: 'on',
    LOG_LEVEL: 'debug',
    POSTGRES_PORT: String(postgresPort),
    ...options.env,
  };
  // Warnings are expected; they are in the logs.
  const stack = await startStack({
    warn: () => undefined,
    databaseProxyPort: databaseProxy.port,
    ...options,
    env,
  });
  const ledger = new pg.Pool({
    connectionString: stack.databaseUrl,
    max: 2,
    application_name: observer,
  });
  const upstream = new pg.Pool({ connectionString: stack.upstreamDatabaseUrl, max: 2 });
  const queue = new PgBoss({
    connectionString: stack.databaseUrl,
    application_name: observer,
    supervise: false,
    schedule: false,
    migrate: false,
    max: 1,
  });
  // Without a listener for errors, an outage of the database would end the test process.
  const ignoreError = () => undefined;
  for (const pool of [ledger, upstream]) pool.on('error', ignoreError);
  queue.on('error', ignoreError);
  await queue.start();

  return {
    stack,
    ledger,
    databaseProxy,
    async ops(...args) {
      const environment = { ...process.env, DATABASE_URL: stack.databaseUrl };
      const { stdout } = await run(process.execPath, [opsProgram, ...args], { env: environment });
      return stdout;
    },
    async upstreamCounts() {
      const { rows } = await upstream.query<{ email: string }>(
        `select body->>'email' as email from submissions`,
      );
      return countsOf(rows.map(({ email }) => email));
    },
    async crmCounts() {
      const response = await fetch(`${stack.sandboxUrl}/_sandbox/leads`);
      const { data } = (await response.json()) as CrmLeads;
      return countsOf(data.map(({ Email }) => Email));
    },
    async sweep() {
      await queue.send('sweep-leads', null);
    },
    logs() {
      const folder = join(stack.dataDir, 'logs');
      return readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n');
    },
    async stop() {
      await queue.stop({ graceful: false });
      await ledger.end();
      await upstream.end();
      await stack.stop();
      await databaseProxy.stop();
    },
  };
}
