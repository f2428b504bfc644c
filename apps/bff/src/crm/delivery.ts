import { formOf } from '@meridian/contracts/leads/forms';
import type { FastifyBaseLogger } from 'fastify';
import type { WorkResult } from '../jobs/jobs.ts';
import { CrmError } from './crm-error.ts';
import type { Delivery, DeliveryLedger, PendingLead } from './delivery-ledger.ts';
import { forwardedRecord, leadRecord } from './lead-record.ts';
import { nextTrySeconds } from './retry-plan.ts';
import { createTurns } from './turns.ts';
import type { RecordResult } from './zoho-answers.ts';
import { type CrmClient, type LeadOfCrm, maxRecords } from './zoho-client.ts';

export interface DeliveryParts {
  ledger: DeliveryLedger;
  crm: CrmClient;
  /** The provider's own name in the CRM. */
  company: string;
  log: FastifyBaseLogger;
}

/** So many batches of a process are on their way to the CRM at once. */
const callsAtOnce = 5;
/** And so many in all are being worked on, those included whose results are being written down. */
export const deliveryWorkers = callsAtOnce + 3;

/** Leads that rest come back spread over this time. */
const spreadSeconds = 5;

function toRecord(lead: PendingLead, company: string): LeadOfCrm {
  const { form, values, attribution, page_url: pageUrl } = lead;
  const source = { form, values, attribution, pageUrl, company };
  return { leadId: lead.id, record: lead.door === 'crm' ? forwardedRecord(source) : leadRecord(source) };
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
function callsFor(leads: PendingLead[]): PendingLead[][] {
  const groups = Map.groupBy(leads, (lead) => formOf(lead.form).crm.trigger.join());
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxRecords) }, (_call, number) =>
      group.slice(number * maxRecords, (number + 1) * maxRecords),
    ),
  );
}

/** Brings leads from the ledger to the CRM, as many in one call as agree in their trigger list. */
export function createDelivery({ ledger, crm, company, log }: DeliveryParts) {
  const inTurn = createTurns(callsAtOnce);

  async function failed(leads: PendingLead[], error: CrmError): Promise<Delivery[]> {
    log.warn({ code: error.code, reason: error.message, leads: leads.length }, 'CRM call failed');
    if (error.pauseSeconds > 0) {
      await ledger.pause(error.pauseSeconds);
      return leads.map((lead) => wait(lead, error.message, error.pauseSeconds));
    }
    return leads.map((lead) =>
      error.retry ? tryAgain(lead, error.message) : { id: lead.id, kind: 'dead', error: error.message },
    );
  }

  /** One call; where the CRM refuses it whole for one of its records, the others must not suffer. */
  async function deliverGroup(leads: PendingLead[]): Promise<Delivery[]> {
    const [first] = leads;
    if (!first) return [];
    try {
      const records = leads.map((lead) => toRecord(lead, company));
      const results = await crm.insert(records, formOf(first.form).crm.trigger);
      return leads.flatMap((lead, index) => {
        const result = results[index];
        return result ? [toDelivery(lead, result)] : [];
      });
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      if (error.code !== 'rejected' || leads.length === 1) return failed(leads, error);
      const half = Math.ceil(leads.length / 2);
      return [...(await deliverGroup(leads.slice(0, half))), ...(await deliverGroup(leads.slice(half)))];
    }
  }

  /** With the id of the request that brought the lead, so that one search shows its whole way. */
  function note(leads: PendingLead[], deliveries: Delivery[]): void {
    const leadOf = new Map(leads.map((lead) => [lead.id, lead]));
    for (const delivery of deliveries) {
      const lead = leadOf.get(delivery.id);
      const logged = { reqId: lead?.request_id ?? undefined, leadId: delivery.id, form: lead?.form };
      if (delivery.kind === 'delivered') log.info(logged, 'lead delivered');
      else if (delivery.kind === 'dead') log.error({ ...logged, code: delivery.error }, 'lead not delivered');
      else log.info({ ...logged, code: delivery.error }, 'lead not delivered yet');
    }
  }

  /** Takes leads to the CRM, all calls of a batch one after the other. */
  async function callCrm(ids: readonly string[]) {
    const leads = await ledger.claim(ids);
    const pausedSeconds = leads.length > 0 ? await ledger.pausedSeconds() : 0;
    if (pausedSeconds > 0)
      return {
        tried: [],
        deliveries: leads.map((lead) => wait(lead, 'CRM calls are paused', pausedSeconds)),
      };
    const deliveries: Delivery[] = [];
    for (const group of callsFor(leads)) deliveries.push(...(await deliverGroup(group)));
    return { tried: leads, deliveries };
  }

  /** Works through a batch of lead ids; what is to be tried later is enqueued for then. */
  return async (ids: readonly string[]): Promise<Map<string, WorkResult>> => {
    // The results of one batch are written down while the next one is on its way. Leads are taken when their turn
    // has come, so that none waits through its lease.
    const { tried, deliveries } = await inTurn(() => callCrm(ids));
    await ledger.settle(deliveries);
    if (deliveries.some(({ kind }) => kind === 'delivered')) await ledger.wakeWaiting();
    if (tried.length > 0) note(tried, deliveries);
    return new Map(ids.map((id) => [id, 'done']));
  };
}
