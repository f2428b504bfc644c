import { formOf } from '@meridian/contracts/leads/forms';
import type { FastifyBaseLogger } from 'fastify';
import type { WorkResult } from '../jobs/jobs.ts';
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

  function noteDead(leads: PendingLead[], deliveries: Delivery[]): void {
    const forms = new Map(leads.map((lead) => [lead.id, lead.form]));
    for (const delivery of deliveries) {
      if (delivery.kind === 'dead')
        log.error(
          { leadId: delivery.id, form: forms.get(delivery.id), code: delivery.error },
          'lead not delivered',
        );
    }
  }

  /** Works through a batch of lead ids; what is to be tried later is enqueued for then. */
  return async (ids: readonly string[]): Promise<Map<string, WorkResult>> => {
    const leads = await ledger.claim(ids);
    const pausedSeconds = leads.length > 0 ? await ledger.pausedSeconds() : 0;
    if (pausedSeconds > 0) {
      await ledger.settle(leads.map((lead) => wait(lead, 'CRM calls are paused', pausedSeconds)));
    } else {
      const deliveries: Delivery[] = [];
      // One after the other: workers alone say how many calls are under way at once.
      for (const group of callsFor(leads)) deliveries.push(...(await deliverGroup(group)));
      await ledger.settle(deliveries);
      if (deliveries.some(({ kind }) => kind === 'delivered')) await ledger.wakeWaiting();
      noteDead(leads, deliveries);
    }
    return new Map(ids.map((id) => [id, 'done']));
  };
}
