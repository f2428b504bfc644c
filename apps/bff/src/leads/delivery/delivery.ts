import pLimit from 'p-limit';
import type { WorkHandler, WorkResult } from '../../platform/jobs/jobs.ts';
import { continued } from '../../platform/observability/spans.ts';
import type { DeliveryResult, PendingLead } from '../ledger/lead.ts';
import {
  callsFor,
  createDeliveryCall,
  type DeliveryDependencies,
  makeReady,
  spreadSeconds,
} from './delivery-call.ts';

/** Batches prefetched or being written while calls are in flight. */
const extraBatches = 3;

/** A run hands over to the next job after this time, well before the current job expires. */
const maxRunMs = 60_000;
/**
 * Leads that have waited for this long since they were leased are released, because their lease could expire
 * during the call.
 */
const maxWaitMs = 30_000;

/** State of one job run. */
interface Run {
  mayGoOn: () => boolean;
  delivered: boolean;
  /** True if due leads remain for another job. */
  left: boolean;
}

/** Logs results with the lead's request id. */
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
 * Delivers leads to the CRM, batched by trigger list.
 * @returns a job handler that delivers all due leads, regardless of the job's ids, and enqueues retries
 */
export function createDelivery(dependencies: DeliveryDependencies): WorkHandler {
  const { store, crm, log } = dependencies;
  const { maxRecords, maxCalls } = crm;
  const batchLimiter = pLimit(maxCalls + extraBatches);
  const callLimiter = pLimit(maxCalls);
  let pausedAtMs = 0;
  const call = createDeliveryCall({
    ...dependencies,
    onPause: () => {
      pausedAtMs = performance.now();
    },
  });

  /** Holds a slot of `callLimiter` only during the CRM call, not while the results are written. */
  async function deliver(leads: PendingLead[], takenAtMs: number, run: Run): Promise<void> {
    const mayCall = () => takenAtMs > pausedAtMs && performance.now() - takenAtMs < maxWaitMs;
    const written = async (results: DeliveryResult[]) => {
      await store.writeDeliveries(results);
      note(leads, results, log);
    };
    const { ready, failed } = makeReady(leads, dependencies);
    if (failed.length > 0) await written(failed);
    const calls = callsFor(ready, maxRecords);
    // The list grows during the iteration.
    for (const group of calls) {
      const requestIds = group.map(({ lead }) => lead.request_id);
      const called = await callLimiter(async () =>
        mayCall() ? continued(requestIds, 'deliver lead', () => call(group)) : undefined,
      );
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
   * Leases batches while slots are free, until a batch is not full. Leads that arrive later enqueue their own
   * job.
   * @throws the first error, after all batches have ended
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
    // The list grows during the iteration.
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
