import type { CrmTrigger } from '@meridian/contracts/leads/form';
import { formOf } from '@meridian/contracts/leads/forms';
import type { FastifyBaseLogger } from 'fastify';
import { CrmError } from './crm-error.ts';
import type { Delivery, DeliveryLedger, PendingLead } from './delivery-ledger.ts';
import { forwardedRecord, leadRecord } from './lead-record.ts';
import { nextTrySeconds } from './retry-plan.ts';
import type { RecordResult } from './zoho-answers.ts';
import { type CrmClient, type LeadOfCrm, maxRecords } from './zoho-client.ts';

export interface DeliveryParts {
  ledger: DeliveryLedger;
  crm: CrmClient;
  /** The provider's own name in the CRM. */
  company: string;
  log: FastifyBaseLogger;
}

/** Leads that rest come back spread over this time. */
export const spreadSeconds = 5;

/** A lead with what the CRM gets of it. */
export interface ReadyLead extends LeadOfCrm {
  lead: PendingLead;
  trigger: readonly CrmTrigger[];
}

function toReady(lead: PendingLead, company: string): ReadyLead {
  const { id: leadId, form, values, attribution, page_url: pageUrl } = lead;
  const source = { form, values, attribution, pageUrl, company };
  const record = lead.door === 'crm' ? forwardedRecord(source) : leadRecord(source);
  return { leadId, lead, record, trigger: formOf(form).crm.trigger };
}

function tryAgain(lead: PendingLead, error: string): Delivery {
  const delay = nextTrySeconds(lead.crm_attempts + 1, lead.crm_first_failed_at, new Date(), Math.random());
  return delay === null ? { id: lead.id, kind: 'dead', error } : { id: lead.id, kind: 'retry', error, delay };
}

function toDelivery(lead: PendingLead, result: RecordResult): Delivery {
  switch (result.kind) {
    case 'delivered':
      return { id: lead.id, kind: 'delivered', crmId: result.crmId };
    case 'invalid':
      return { id: lead.id, kind: 'dead', error: result.error };
    case 'retry':
      return tryAgain(lead, result.error);
  }
}

function wait(lead: PendingLead, error: string, seconds: number): Delivery {
  const delay = Math.ceil(seconds) + Math.floor(Math.random() * spreadSeconds);
  return { id: lead.id, kind: 'wait', error, delay };
}

/** The leads of each call: they agree in their trigger list, and are as many as the CRM takes at once. */
export function callsFor(leads: ReadyLead[]): ReadyLead[][] {
  const groups = Map.groupBy(leads, ({ trigger }) => trigger.join());
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxRecords) }, (_call, number) =>
      group.slice(number * maxRecords, (number + 1) * maxRecords),
    ),
  );
}

/**
 * Makes the records. A lead of which none can be made, as by another release, is tried again later; those that
 * would share its call must not suffer.
 */
export function makeReady(
  leads: PendingLead[],
  { company, log }: Pick<DeliveryParts, 'company' | 'log'>,
): { ready: ReadyLead[]; failed: Delivery[] } {
  const ready: ReadyLead[] = [];
  const failed: Delivery[] = [];
  for (const lead of leads)
    try {
      ready.push(toReady(lead, company));
    } catch (error) {
      log.error({ err: error, leadId: lead.id, form: lead.form }, 'no record can be made of a lead');
      failed.push(tryAgain(lead, 'no record can be made'));
    }
  return { ready, failed };
}

/**
 * Makes the calls of the CRM.
 *
 * @param parts.onPause told when all calls have to rest; the ledger knows by then
 * @returns a function that makes one call, and tells what became of each of its leads
 */
export function createDeliveryCall({
  ledger,
  crm,
  log,
  onPause,
}: DeliveryParts & { onPause: () => void }): (leads: ReadyLead[]) => Promise<Delivery[]> {
  async function failed(leads: ReadyLead[], error: CrmError): Promise<Delivery[]> {
    const { code, message, pauseSeconds, retry } = error;
    log.warn({ code, reason: message, leads: leads.length }, 'CRM call failed');
    if (pauseSeconds > 0) {
      await ledger.pause(pauseSeconds);
      onPause();
      return leads.map(({ lead }) => wait(lead, message, pauseSeconds));
    }
    return leads.map(({ lead }) =>
      retry ? tryAgain(lead, message) : { id: lead.id, kind: 'dead', error: message },
    );
  }

  /** Where the CRM refuses a call whole for one of its records, the others must not suffer. */
  return async function call(leads): Promise<Delivery[]> {
    const [first] = leads;
    if (!first) return [];
    try {
      const results = await crm.insert(leads, first.trigger);
      return leads.flatMap(({ lead }, index) => {
        const result = results[index];
        return result ? [toDelivery(lead, result)] : [];
      });
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      if (error.code !== 'rejected' || leads.length === 1) return failed(leads, error);
      const half = Math.ceil(leads.length / 2);
      return [...(await call(leads.slice(0, half))), ...(await call(leads.slice(half)))];
    }
  };
}
