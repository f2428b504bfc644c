import type { WorkResult } from '../jobs/jobs.ts';
import { type ForwardingParts, forwardLead } from './forwarding.ts';
import type { Lead, Ledger } from './ledger.ts';

type Try = 'saved' | 'settled' | 'broken';

/**
 * Works through lead ids that wait for the upstream. A failure is written down with the time of the next try, so
 * a job is done in any case; one lead's broken try leaves the others alone.
 *
 * @param parts.wakeWaiting takes up what else waits, once the upstream has taken a lead
 */
export function createForwardHandler(
  parts: ForwardingParts & { ledger: Ledger; wakeWaiting: () => Promise<void> },
) {
  const { ledger, wakeWaiting, log } = parts;

  async function forward(lead: Lead): Promise<Try> {
    try {
      const outcome = await forwardLead(lead, parts);
      await ledger.settle(outcome);
      return outcome.kind === 'upstream_saved' ? 'saved' : 'settled';
    } catch (error) {
      const reqId = lead.request_id ?? undefined;
      log.error({ err: error, reqId, leadId: lead.id, form: lead.form }, 'lead not forwarded');
      return 'broken';
    }
  }

  return async (ids: readonly string[]): Promise<Map<string, WorkResult>> => {
    const claimed = await ledger.claimForward(ids, { dueOnly: true });
    const tries = await Promise.all(claimed.map(forward));
    if (tries.includes('saved')) await wakeWaiting();
    const results = new Map(ids.map((id): [string, WorkResult] => [id, 'done']));
    for (const [index, { id }] of claimed.entries()) if (tries[index] === 'broken') results.set(id, 'retry');
    return results;
  };
}
