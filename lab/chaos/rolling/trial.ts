/**
 * Deploys this tree over the last tag, rolls back and deploys again, under load. Pages of each version also send
 * requests to servers of the other version.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Stack } from '@meridian/stack/stack';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../../e2e/support/chromium.ts';
import { startProduct } from '../leads/product.ts';
import { classify, type Result } from '../leads/result.ts';
import { deliverAll } from '../leads/time-travel.ts';
import { clientOf } from '../payments/client.ts';
import { ops } from '../payments/operator.ts';
import { type Reconciliation, reconcile } from '../payments/reconciliation.ts';
import type { Random } from '../random.ts';
import { startBalancer } from '../scale-out/balancer.ts';
import { startReplica } from '../scale-out/replicas.ts';
import { openPage } from './browser-visitor.ts';
import { createFleet } from './fleet.ts';
import { startIngress } from './ingress.ts';
import { type Load, startLoad } from './public-load.ts';
import type { Release } from './releases.ts';

const roundName = 'rolling';
const quietMs = 4_000;
const replicas = 2;

export interface Trial {
  load: Load;
  result: Result;
  reconciliation: Reconciliation;
  /** How each stopped replica ended, for example `code 0`. */
  ends: string[];
  /** Failures of the visitors in a browser, by step. */
  visitors: { step: string; email: string; problems: string[] }[];
  /** @returns the number of CRM records with an email address */
  recordsOf: (email: string) => number;
}

/** Whether the earlier release does not have a call. A new page must work without this call. */
const isUnknownCall = (problem: string) => /\/api\/[^ ]+ 404$/.test(problem);

/**
 * @param folder for the files of both builds, which the replicas share
 * @param say called at each step
 */
export async function playRollingDeploy(
  { earlier, now }: { earlier: Release; now: Release },
  folder: string,
  random: Random,
  say: (line: string) => void,
): Promise<Trial> {
  const ports: number[] = [];
  const ingress = await startIngress(ports);
  const browserPorts: number[] = [];
  const browserBalancer = await startBalancer(browserPorts);
  const env = {
    LOG_LEVEL: 'info',
    FORM_LIMIT_PER_MINUTE: '0',
    READ_LIMIT_PER_MINUTE: '0',
    ASSETS_KEEP_DIR: join(folder, 'kept-assets'),
    RAZORPAY_WEBHOOK_SECRET: 'sandbox_webhook_secret',
  };
  // The stack's own BFF is the worker. Sandbox and upstream represent external systems, so they are not
  // deployed.
  const product = await startProduct({
    env: { ...env, BFF_ROLE: 'worker', WEBHOOK_URL: `${ingress.url}/api/webhooks/razorpay` },
    commands: {
      bff: earlier.command('bff'),
      upstream: now.command('upstream'),
      sandbox: now.command('sandbox'),
    },
  });
  const stack: Stack = { ...product.stack, baseUrl: ingress.url };
  const client = clientOf(stack);
  const fleet = createFleet(stack, { ingress, ports }, env, replicas);
  const visitors: Trial['visitors'] = [];
  let browser: Browser | undefined;
  const workers: { stop: () => Promise<void> }[] = [];
  try {
    browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: [...chromiumArgs] });
    const opened = browser;

    /** Opens a page from one replica; the visitor's later requests then reach another. */
    async function crossOver(step: string, from: number, to: number): Promise<void> {
      say(step);
      browserPorts.splice(0, 1, from);
      const email = `browser-${visitors.length}@visitor.example`;
      const visitor = await openPage(opened, browserBalancer.url, email);
      browserPorts.splice(0, 1, to);
      browserBalancer.cut();
      await visitor
        .enrol()
        .catch((error: unknown) =>
          visitor.problems.push(error instanceof Error ? error.message : String(error)),
        );
      visitors.push({ step, email, problems: visitor.problems.filter((problem) => !isUnknownCall(problem)) });
      await visitor.close();
    }
    async function migrate(release: Release): Promise<void> {
      const environment = { PATH: process.env.PATH, DATABASE_URL: stack.databaseUrl };
      await promisify(execFile)(process.execPath, [release.ops, 'migrate'], { env: environment });
    }
    async function exchangeWorker(release: Release, name: string): Promise<void> {
      say(`worker of ${release.name}`);
      const next = await startReplica(
        stack,
        name,
        { ...env, BFF_ROLE: 'worker', PUBLIC_URL: stack.baseUrl },
        release.command('bff'),
      );
      workers.push(next);
      if (workers.length === 1) await product.stack.kill('bff', 'SIGTERM');
      else await workers.at(-2)?.stop();
    }

    say(`${replicas} replicas of ${earlier.name}`);
    await fleet.roll(earlier);
    const load = await startLoad(ingress.url, client, earlier, roundName, random);
    await sleep(quietMs);
    say(`migration of ${now.name}, served by ${earlier.name}`);
    await migrate(now);
    await sleep(quietMs);
    say(`deploy of ${now.name}`);
    await fleet.roll(now, async ({ former, next }) => {
      await crossOver(`page of ${earlier.name}, server of ${now.name}`, former, next);
      await crossOver(`page of ${now.name}, server of ${earlier.name}`, next, former);
    });
    await exchangeWorker(now, 'worker-now');
    await sleep(quietMs);
    say(`roll-back to ${earlier.name}`);
    await fleet.roll(earlier, async ({ former, next }) => {
      await crossOver(`roll-back: page of ${now.name}, server of ${earlier.name}`, former, next);
    });
    await exchangeWorker(earlier, 'worker-back');
    await sleep(quietMs);
    say(`deploy of ${now.name} again`);
    await fleet.roll(now);
    await exchangeWorker(now, 'worker-again');
    await load.end();

    say('comparing the confirmations with the records');
    await deliverAll(product);
    const result = await classify(product, { visits: load.visits, personas: load.personas.all }, roundName);
    let reconciliation = await reconcile(client, stack.databaseUrl);
    for (let tried = 0; tried < 8 && reconciliation.faults.length > 0; tried += 1) {
      await ops(stack, 'reconcile', '--all');
      await sleep(3_000);
      reconciliation = await reconcile(client, stack.databaseUrl);
    }
    const records = await product.crmCounts();
    const recordsOf = (email: string) => records.get(email) ?? 0;
    return { load, result, reconciliation, ends: fleet.ends, visitors, recordsOf };
  } finally {
    await browser?.close();
    await fleet.stop();
    await workers.at(-1)?.stop();
    await product.stop();
    await browserBalancer.stop();
    await ingress.stop();
  }
}

/**
 * @returns violations; empty if no request failed, no lead is lost or duplicated, and each payment has one
 * booking
 */
export function faultsOf({ load, result, reconciliation, ends, visitors, recordsOf }: Trial): string[] {
  const { lost, doubled, unaccounted } = result;
  return [
    ...visitors.flatMap(({ step, problems }) => problems.map((problem) => `${step}: ${problem}`)),
    ...visitors
      .filter(({ email }) => recordsOf(email) !== 1)
      .map(({ step, email }) => `${step}: the lead is ${recordsOf(email)} times in the CRM`),
    ...ends.filter((end) => end !== 'code 0').map((end) => `a replica ended with ${end}`),
    ...lost.map((email) => `confirmed and lost: ${email}`),
    ...doubled.map((email) => `duplicated: ${email}`),
    ...(unaccounted === 0 ? [] : [`${unaccounted} leads are unaccounted for`]),
    ...reconciliation.faults,
    ...load.failed,
  ];
}
