import { randomUUID } from 'node:crypto';
import { sampleFolder } from '@meridian/instance/sample';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { useMigratedDatabase } from '../../../../testing/test-database.ts';
import type { Decisions } from '../../../enrolment/decisions/decisions.ts';
import type { OperatorChanges } from '../../../enrolment/receipts/self-service/operator-changes.ts';
import type { OfferDependencies } from '../../../enrolment/waitlist/offer-seats.ts';
import type { BatchEditor } from '../../../partners/upstream/batch-editor.ts';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import { createJobs } from '../../../platform/jobs/create-jobs.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createActions } from '../actions.ts';
import { createExecutor } from '../execute.ts';
import type { SetupActionServices } from '../installation/setup.ts';
import { createOperations, type OperationServices } from './long-work.ts';
import { findOperation, type Operation, runOperation, startOperationWorkers } from './operations.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url);
await migrate(database);
const log = pino({ level: 'silent' });
const jobs = createJobs({ databaseUrl: url, log });
await jobs.start();
afterAll(async () => {
  await jobs.stop(1_000);
  await database.destroy();
});

type Work = Operation<'waitlist.offer-all'>['work'];
const offers = { message: 'Offered.', output: { offered: ['an entry'] } };
let work: Work = async () => offers;
let runs = 0;

const operations = createOperations({} as OperationServices);
operations['waitlist.offer-all'].work = (input, progress) => {
  runs += 1;
  return work(input, progress);
};
const services = {
  database,
  now: () => new Date(),
  jobs,
  operations,
  isDemo: true,
  sendsMails: true,
  correcting: undefined,
  readInstance: () => sampleFolder,
  mailSender: () => ({ brand: 'Kaveri', siteUrl: 'https://academy.example' }),
  setup: {} as SetupActionServices['setup'],
  consoleUrl: 'https://c.example',
  publicUrl: 'https://academy.example',
  upstream: {} as UpstreamClient,
  offering: {} as OfferDependencies,
  decisions: {} as Decisions,
  editor: {} as BatchEditor,
  bookingChanges: {} as OperatorChanges,
  missingSetupSteps: async () => [],
};
const executor = createExecutor(database, createActions(services), log);
const actor = { id: 'operator-1', email: 'asha@example.com', role: 'desk', isSteppedUp: false } as const;
const deps = { database, operations, log };

async function begin(): Promise<string> {
  const call = { actor, key: randomUUID(), requestId: 'request-1' };
  return (await executor.execute('waitlist.offer-all', {}, call)).operation;
}

/** Simulates a killed process: its lease has expired. */
const killWorker = (id: string) =>
  sql`update operations set busy_until = now() - interval '1 second' where id = ${id}`.execute(database);

beforeEach(() => {
  runs = 0;
  work = async () => offers;
});

it('stores its result, and the operator who began it', async () => {
  const id = await begin();
  expect(await findOperation(database, id)).toMatchObject({ state: 'waiting', message: null });
  expect(await runOperation(deps, id)).toBe(true);
  const { message, output } = offers;
  const operator_email = actor.email;
  expect(await findOperation(database, id)).toMatchObject({
    state: 'succeeded',
    message,
    output,
    operator_email,
  });
  const [entry] = await database.selectFrom('audit_log').selectAll().orderBy('id', 'desc').execute();
  expect(entry).toMatchObject({ action: 'waitlist.offer-all', operator_email });
  expect(await runOperation(deps, id)).toBe(true);
  expect(runs).toBe(1);
});

it('is done by one of two workers, which stores its progress', async () => {
  const id = await begin();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  work = async (_input, progress) => {
    await progress({ done: 3, failed: 1 });
    await finished;
    return offers;
  };
  const workers = [runOperation(deps, id), runOperation(deps, id)];
  expect(await Promise.race(workers)).toBe(false);
  await expect
    .poll(() => findOperation(database, id))
    .toMatchObject({ state: 'running', done: 3, failed: 1 });
  finish();
  expect((await Promise.all(workers)).toSorted()).toEqual([false, true]);
  expect(runs).toBe(1);
});

it('is repeated after its process was killed; a late result of that process is ignored', async () => {
  const id = await begin();
  const late = Promise.withResolvers<typeof offers>();
  work = () => late.promise;
  const killed = runOperation(deps, id);
  await expect.poll(() => runs).toBe(1);
  expect(await runOperation(deps, id)).toBe(false);
  await killWorker(id);
  work = async () => offers;
  expect(await runOperation(deps, id)).toBe(true);
  late.resolve({ message: 'Too late.', output: { offered: [] } });
  await killed;
  expect(runs).toBe(2);
  expect(await findOperation(database, id)).toMatchObject({
    state: 'succeeded',
    message: 'Offered. An earlier attempt was interrupted. The numbers count only the work done since then.',
  });
});

it('does not mention an interruption if its result counts all attempts', async () => {
  const id = await begin();
  await sql`update operations set attempt = 1 where id = ${id}`.execute(database);
  work = async () => ({ ...offers, countsAllAttempts: true });
  expect(await runOperation(deps, id)).toBe(true);
  expect(await findOperation(database, id)).toMatchObject({ message: 'Offered.' });
});

it('fails after five attempts that killed their process', async () => {
  const id = await begin();
  await sql`update operations set attempt = 5 where id = ${id}`.execute(database);
  expect(await runOperation(deps, id)).toBe(true);
  expect(runs).toBe(0);
  expect(await findOperation(database, id)).toMatchObject({ state: 'failed' });
});

it.each([
  [new Refusal('conflict', 'x', 'No supplier is set.'), 'No supplier is set.'],
  [new TypeError('secret of the server'), 'The operation failed; see the log of the server. Start it again.'],
])('stores a message for the operator if it fails: %s', async (error, message) => {
  work = async () => {
    throw error;
  };
  const id = await begin();
  expect(await runOperation(deps, id)).toBe(true);
  expect(await findOperation(database, id)).toMatchObject({ state: 'failed', message, output: null });
});

it('is run by a worker after it has begun', async () => {
  await startOperationWorkers({ jobs, ...deps });
  const id = await begin();
  await expect
    .poll(() => findOperation(database, id), { timeout: 10_000 })
    .toMatchObject({ state: 'succeeded' });
});
