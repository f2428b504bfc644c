import type { WorkResult } from '../jobs/jobs.ts';
import { type ForwardingParts, forwardLead } from './forwarding.ts';
import type { Lead, Ledger } from './ledger.ts';

/**
 * Works through lead ids that wait for the upstream. A failure is written down with the time of the next try, so
 * a job is done in any case; one lead's broken try leaves the others alone.
 */
export function createForwardHandler(parts: ForwardingParts & { ledger: Ledger }) {
  const { ledger, log } = parts;

  async function forward(lead: Lead): Promise<[string, WorkResult]> {
    try {
      await ledger.settle(await forwardLead(lead, parts));
      return [lead.id, 'done'];
    } catch (error) {
      log.error({ err: error, leadId: lead.id, form: lead.form }, 'lead not forwarded');
      return [lead.id, 'retry'];
    }
  }

  return async (ids: readonly string[]): Promise<Map<string, WorkResult>> => {
    const claimed = await ledger.claimForward(ids, { dueOnly: true });
    const results = await Promise.all(claimed.map(forward));
    return new Map([...ids.map((id): [string, WorkResult] => [id, 'done']), ...results]);
  };
}
