import pLimit from 'p-limit';
import type { WorkHandler, WorkResult } from '../../jobs/jobs.ts';
import type { DeliveryResult, PendingLead } from '../store/lead.ts';
import {
  callsFor,
  createDeliveryCall,
  type DeliveryDependencies,
  makeReady,
  spreadSeconds,
} from './delivery-call.ts';

/** Batches beside those of the calls: the next ones are taken, and the last ones written down, while calls are under way. */
const batchesBeside = 3;

/** A run hands on to the next one after so long, well before its job expires. */
const maxRunMs = 60_000;
/** Leads that have waited for a line so long are given back: their lease could end during their call. */
const maxWaitMs = 30_000;

/** One run of the worker. */
interface Run {
  mayGoOn: () => boolean;
  delivered: boolean;
  /** Whether leads that are due were left. */
  left: boolean;
}

/** With the id of the request that brought the lead, so that one search shows its whole way. */
function note(leads: PendingLead[], results: DeliveryResult[], log: DeliveryDependencies['log']): void {
  const leadOf = new Map(leads.map((lead) => [lead.id, lead]));
  for (const result of results) {
    const lead = leadOf.get(result.id);
    const logged = { reqId: lead?.request_id ?? undefined, leadId: result.id, form: lead?.form };
    if (result.kind === 'crm_delivered') log.info(logged, 'lead delivered');
    else if (result.kind === 'crm_gave_up')
      log.error({ ...logged, code: result.error }, 'lead not delivered');
    else log.info({ ...logged, code: result.error }, 'lead not delivered yet');
  }
}

/**
 * Brings leads from the ledger to the CRM, as many in one call as agree in their trigger list.
 *
 * @returns a handler for jobs: whatever ids wake it, it delivers all that is due. What is to be tried later is
 *   enqueued for then.
 */
export function createDelivery(dependencies: DeliveryDependencies): WorkHandler {
  const { store, crm, log } = dependencies;
  const { maxRecords, maxCalls } = crm;
  const batchLimiter = pLimit(maxCalls + batchesBeside);
  /** Max concurrent CRM calls per process. */
  const callLimiter = pLimit(maxCalls);
  let pausedAtMs = 0;
  const call = createDeliveryCall({
    ...dependencies,
    onPause: () => {
      pausedAtMs = performance.now();
    },
  });

  /** Calls wait for their line; what is written down afterwards does not hold it. */
  async function deliver(leads: PendingLead[], takenAtMs: number, run: Run): Promise<void> {
    const mayCall = () => takenAtMs > pausedAtMs && performance.now() - takenAtMs < maxWaitMs;
    const written = async (results: DeliveryResult[]) => {
      await store.writeDeliveries(results);
      note(leads, results, log);
    };
    const { ready, failed } = makeReady(leads, dependencies);
    if (failed.length > 0) await written(failed);
    const calls = callsFor(ready, maxRecords);
    // Grows while it is read.
    for (const group of calls) {
      const called = await callLimiter(async () => (mayCall() ? call(group) : undefined));
      if (called) {
        if (called.changed.length > 0) calls.push(called.changed);
        await written(called.results);
        run.delivered ||= called.results.some(({ kind }) => kind === 'crm_delivered');
      } else {
        await store.releaseDeliveryLeases(group.map(({ lead }) => lead.id));
        run.left = true;
      }
    }
  }

  /**
   * Takes batches, the next one as soon as there is a place for it, until one is not full: what comes after that
   * has a job of its own.
   *
   * @throws the first fault, once all batches have ended: one that breaks leaves the others alone
   */
  async function takeBatches(run: Run): Promise<void> {
    const batches: Promise<unknown>[] = [];
    const faults: unknown[] = [];
    function takeBatch(): void {
      const batch = batchLimiter(async () => {
        if (!run.mayGoOn()) {
          run.left = true;
          return;
        }
        const takenAtMs = performance.now();
        if ((await crm.pausedSeconds()) > 0) return;
        const leads = await store.takeDeliveryLeases(maxRecords);
        if (leads.length === maxRecords) takeBatch();
        await deliver(leads, takenAtMs, run);
      });
      batches.push(batch.catch((error: unknown) => faults.push(error)));
    }
    takeBatch();
    // Grows while it is read.
    for (const batch of batches) await batch;
    if (faults.length > 0) throw faults[0];
  }

  return async (ids, stopping): Promise<Map<string, WorkResult>> => {
    const endsAtMs = performance.now() + maxRunMs;
    const run: Run = {
      mayGoOn: () => !stopping?.aborted && performance.now() < endsAtMs,
      delivered: false,
      left: false,
    };
    do {
      run.delivered = false;
      await takeBatches(run);
    } while (run.delivered && run.mayGoOn() && (await store.wakeDelivery()) > 0);

    const [id = ''] = ids;
    const pausedSeconds = await crm.pausedSeconds();
    if (pausedSeconds > 0)
      await store.deliverLater(id, Math.ceil(pausedSeconds + Math.random() * spreadSeconds));
    else if (run.left) await store.deliverLater(id, 0);
    return new Map(ids.map((each) => [each, 'done']));
  };
}
