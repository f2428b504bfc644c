import type { WorkResult } from '../../platform/jobs/jobs.ts';
import { continued } from '../../platform/observability/spans.ts';
import type { LeadStore } from '../ledger/store/lead-store.ts';
import { type StoredLead, toLead } from '../ledger/store/tables.ts';
import { type ForwardingDependencies, forwardLead } from './forward-lead.ts';

type Try = 'saved' | 'settled' | 'broken';

/**
 * Creates the job handler that forwards leads to the upstream. A lead whose attempt failed counts as done,
 * because the ledger plans its next attempt. A job is retried only for leads whose result could not be
 * stored; the other leads are not affected.
 */
export function createForwardHandler(dependencies: ForwardingDependencies & { store: LeadStore }) {
  const { store, log } = dependencies;

  async function forward(lead: StoredLead): Promise<Try> {
    try {
      const result = await continued([lead.request_id], 'forward lead', async () => {
        const forwarded = await forwardLead(toLead(lead), dependencies);
        await store.writeForward(forwarded);
        return forwarded;
      });
      return result.kind === 'upstream_saved' ? 'saved' : 'settled';
    } catch (error) {
      const reqId = lead.request_id ?? undefined;
      log.error({ err: error, reqId, leadId: lead.id, form: lead.form }, 'lead not forwarded');
      return 'broken';
    }
  }

  return async (ids: readonly string[]): Promise<Map<string, WorkResult>> => {
    const claimed = await store.takeForwardLeases(ids, { dueOnly: true });
    const tries = await Promise.all(claimed.map(forward));
    // The upstream is back: retry waiting leads early.
    if (tries.includes('saved')) await store.wakeForward();
    const results = new Map(ids.map((id): [string, WorkResult] => [id, 'done']));
    for (const [index, { id }] of claimed.entries()) if (tries[index] === 'broken') results.set(id, 'retry');
    return results;
  };
}
