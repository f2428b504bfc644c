/** Two web replicas and one worker, later two, on one database. One replica of each kind is killed. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formNames } from '@meridian/contracts/leads/forms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPersonas } from '../leads/personas.ts';
import { type Product, startProduct } from '../leads/product.ts';
import { classify, unharmed } from '../leads/result.ts';
import { deliverAll, expireLeases } from '../leads/time-travel.ts';
import { type Endpoint, type Visit, visit } from '../leads/visitor.ts';
import { clientOf, type ProductClient } from '../payments/client.ts';
import { ops } from '../payments/operator.ts';
import { reconcile } from '../payments/reconciliation.ts';
import { visit as buy, type Plan } from '../payments/visitor.ts';
import { chooseSeed, createRandom } from '../random.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type LogLine, type Replica, readLog, startReplica } from './replicas.ts';

const env = { LOG_LEVEL: 'info', UPSTREAM_SUBMIT_TIMEOUT_MS: '2500', FORM_LIMIT_PER_MINUTE: '0' };
const roundName = 'scale';
const visitorsAtOnce = 8;
const checkouts = 8;
const courseId = 101;
const waitMs = 30_000;

const random = createRandom(chooseSeed(process.env.SEED));
const personas = createPersonas(roundName);
const visits: Visit[] = [];
let product: Product;
let balancer: Balancer;
let client: ProductClient;
const replicas: Record<'web2' | 'worker1' | 'worker2' | 'worker3', Replica | undefined> = {
  web2: undefined,
  worker1: undefined,
  worker2: undefined,
  worker3: undefined,
};

async function start(name: keyof typeof replicas): Promise<Replica> {
  const role = name === 'web2' ? 'web' : 'worker';
  const replica = await startReplica(product.stack, name, { ...env, BFF_ROLE: role });
  replicas[name] = replica;
  return replica;
}

async function logOf(name: keyof typeof replicas | 'bff'): Promise<LogLine[]> {
  return readLog(join(product.stack.dataDir, 'logs', `${name}.log`));
}

const countOf = (lines: LogLine[], message: string) => lines.filter(({ msg }) => msg === message).length;

/** Runs concurrent visitors until it is stopped. */
function startVisitors(): () => Promise<void> {
  const choices: readonly Endpoint[] = [...formNames, 'crm'];
  let open = true;
  const all = Promise.all(
    Array.from({ length: visitorsAtOnce }, async () => {
      while (open) {
        const habits = { tries: 60, doubleClick: random.chance(0.2) };
        visits.push(await visit(balancer.url, random.pick(choices), personas.next(), habits));
        await sleep(random.between(20, 150));
      }
    }),
  );
  return async () => {
    open = false;
    await all;
  };
}

async function buySeats(name: string, count: number): Promise<void> {
  const [batch] = await client.batchesOf(courseId);
  if (!batch) throw new TypeError('the course has no batch');
  const plan: Plan = { outcome: 'captured', webhook: 'send', callsBack: true };
  for (let bought = 0; bought < count; bought += 1)
    await buy(client, plan, { email: `${name}-${bought}@visitor.example`, seats: 1, batch }, random);
}

/** Waits for a condition. @throws Error on time-out */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`);
    await sleep(200);
  }
}

beforeAll(async () => {
  product = await startProduct({ env: { ...env, BFF_ROLE: 'web' } });
  const [web2] = await Promise.all([start('web2'), start('worker1')]);
  balancer = await startBalancer([Number(new URL(product.stack.baseUrl).port), web2.port]);
  client = clientOf({ ...product.stack, baseUrl: balancer.url });
});
afterAll(async () => {
  await balancer?.stop();
  await Promise.all(Object.values(replicas).map((replica) => replica?.stop()));
  await product?.stop();
});

test('replicas share the load, and others continue the work of a killed one', async () => {
  const { web2, worker1 } = replicas;
  await client.upstreamFault({ kind: 'slow', probability: 0.05 });
  const endVisits = startVisitors();
  const buying = Promise.all([buySeats('first', checkouts / 2), buySeats('second', checkouts / 2)]);
  await until('both serve visitors', async () => {
    const served = await Promise.all([logOf('bff'), logOf('web2')]);
    return served.every((lines) => countOf(lines, 'lead accepted') > 5);
  });
  await web2?.kill();
  await until('the worker delivers', async () => countOf(await logOf('worker1'), 'lead delivered') > 5);
  const [, , second] = await Promise.all([worker1?.kill(), buying, start('worker2')]);
  const third = await start('worker3');
  await until('both workers deliver', async () => {
    const logs = await Promise.all([second.log(), third.log()]);
    return logs.every((lines) => countOf(lines, 'lead delivered') > 0);
  });
  await endVisits();
  await client.upstreamFault({ kind: 'none' });

  // Live replicas have no attempt in progress: the remaining leases belong to killed ones.
  await sleep(3_000);
  await expireLeases(product, { everybodyDead: false });
  await deliverAll(product);
  const round = { visits, personas: personas.all };
  const result = await classify(product, round, roundName);
  expect(result).toMatchObject(unharmed);
  expect(result.successes).toBeGreaterThan(50);
});

test('each captured payment has exactly one booking', async () => {
  const { stack } = product;
  const read = () => reconcile(client, stack.databaseUrl);
  let reconciliation = await read();
  // The job of a killed worker expires after two minutes; the operator does not wait for it.
  for (let tried = 0; tried < 5 && reconciliation.faults.length > 0; tried += 1) {
    await ops(stack, 'reconcile', '--all');
    await sleep(4_000);
    reconciliation = await read();
  }
  expect(reconciliation).toEqual({ captured: checkouts, booked: checkouts, faults: [] });
});

test('all workers use one token of the CRM, including workers that start later', async () => {
  const answer = await fetch(`${product.stack.sandboxUrl}/_sandbox/tokens`);
  expect(await answer.json()).toMatchObject({ data: { issued: 1 } });
});

test('scheduled jobs run once for all replicas', async () => {
  // Every worker requests a run at its start and at each interval; the requests of one interval are one run.
  const { rows } = await product.ledger.query<{ jobs: number; turns: number; done: number }>(`
    select count(*)::integer as jobs, count(distinct singleton_on)::integer as turns,
      count(*) filter (where state = 'completed')::integer as done
    from pgboss.job where name = 'reconcile-payments'`);
  const [{ jobs, turns, done } = { jobs: 0, turns: 0, done: 0 }] = rows;
  expect(jobs).toBeGreaterThan(0);
  expect(jobs).toBe(turns);
  const logs = await Promise.all((['worker1', 'worker2', 'worker3'] as const).map(logOf));
  const runs = logs.map((lines) => countOf(lines, 'payments reconciled'));
  // The killed worker may have been in a run.
  expect(runs.reduce((sum, count) => sum + count, 0)).toBe(done);
  // Web replicas run no jobs of workers.
  for (const lines of [await logOf('bff'), await logOf('web2')])
    for (const message of ['payments reconciled', 'lead delivered']) expect(countOf(lines, message)).toBe(0);
});

test('all replicas report the same state in their metrics', async () => {
  const texts = await Promise.all([
    fetch(product.stack.metricsUrl).then((answer) => answer.text()),
    replicas.worker2?.metrics() ?? '',
    replicas.worker3?.metrics() ?? '',
  ]);
  const delivered = texts.map(
    (text) => /^leads\{forward_state="saved",crm_state="delivered"\} (\d+)$/m.exec(text)?.[1],
  );
  expect(Number(delivered[0])).toBeGreaterThan(50);
  expect(new Set(delivered).size).toBe(1);
});
