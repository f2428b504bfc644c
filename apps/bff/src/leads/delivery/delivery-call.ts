import type { CrmTrigger } from '@meridian/contracts/leads/form';
import { formOf } from '@meridian/contracts/leads/forms';
import type { FastifyBaseLogger } from 'fastify';
import type { CrmLead, CrmProvider, CrmResult } from '../../partners/crm/provider.ts';
import { isRemoteError, type RemoteError } from '../../platform/remote/remote-error.ts';
import type { DeliveryResult, PendingLead } from '../ledger/lead.ts';
import type { LeadStore } from '../ledger/store/lead-store.ts';
import { leadAttribution, leadForm, leadValues } from '../ledger/store/tables.ts';
import { leadOfForm, leadOfRecord, withoutEmail, withoutFormulas } from './crm-lead.ts';
import { nextTrySeconds } from './retry-plan.ts';

export interface DeliveryDependencies {
  store: LeadStore;
  crm: CrmProvider;
  /** Name of the training provider in the CRM. */
  company: () => string;
  log: FastifyBaseLogger;
}

/** Seconds over which the retries of paused leads are spread at random. */
export const spreadSeconds = 5;

/** A lead with its CRM record. */
export interface ReadyLead {
  lead: PendingLead;
  crmLead: CrmLead;
  triggers: readonly CrmTrigger[];
  /** The CRM's reason for refusing the email address, which was left out. */
  refusal?: string;
}

/** Result of a call. */
export interface CallResult {
  results: DeliveryResult[];
  /** Leads that were changed after a refusal, for another call. */
  changed: ReadyLead[];
}

/** @throws UnreadableRow */
function toReady(lead: PendingLead, company: string): ReadyLead {
  const { id, page_url: pageUrl } = lead;
  const form = leadForm.parse(lead.form, id);
  const values = leadValues.parse(lead.values, id);
  const attribution = leadAttribution.parse(lead.attribution, id);
  const source = { id, form, values, attribution, pageUrl, company };
  const crmLead = {
    ...withoutFormulas(lead.endpoint === 'crm' ? leadOfRecord(source) : leadOfForm(source)),
    ...(lead.opted_out && { optedOut: true as const }),
  };
  return { lead, crmLead, triggers: formOf(form).crm.trigger };
}

function tryAgain(lead: PendingLead, error: string): DeliveryResult {
  const { id } = lead;
  const delay = nextTrySeconds(lead.crm_attempts + 1, lead.crm_trying_seconds, Math.random());
  return delay === null ? { id, kind: 'crm_gave_up', error } : { id, kind: 'crm_failed', error, delay };
}

function toResult({ lead, refusal }: ReadyLead, result: CrmResult): DeliveryResult {
  const { id } = lead;
  switch (result.kind) {
    case 'delivered': {
      const error = refusal && `delivered without the email: ${refusal}`;
      return { id, kind: 'crm_delivered', crmId: result.crmId, earlier: result.earlier, error };
    }
    case 'refused':
      return { id, kind: 'crm_gave_up', error: result.error };
    case 'failed':
      return tryAgain(lead, result.error);
  }
}

function wait(lead: PendingLead, error: string, seconds: number): DeliveryResult {
  const delay = Math.ceil(seconds) + Math.floor(Math.random() * spreadSeconds);
  return { id: lead.id, kind: 'crm_paused', error, delay };
}

/** @returns the lead without its email if the CRM refused only the email, else undefined */
function changedFor(ready: ReadyLead, result: CrmResult): ReadyLead | undefined {
  if (result.kind !== 'refused' || result.field !== 'email' || ready.crmLead.email === '') return undefined;
  return { ...ready, crmLead: withoutEmail(ready.crmLead), refusal: result.error };
}

/** Groups leads into calls. The leads of a call have the same triggers, and number at most `maxRecords`. */
export function callsFor(leads: ReadyLead[], maxRecords: number): ReadyLead[][] {
  const groups = Map.groupBy(leads, ({ triggers }) => triggers.join());
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxRecords) }, (_call, number) =>
      group.slice(number * maxRecords, (number + 1) * maxRecords),
    ),
  );
}

/**
 * Builds the records. A lead whose record cannot be built (for example, stored by another release) is retried
 * later, without failing its batch.
 */
export function makeReady(
  leads: PendingLead[],
  { company, log }: Pick<DeliveryDependencies, 'company' | 'log'>,
): { ready: ReadyLead[]; failed: DeliveryResult[] } {
  const ready: ReadyLead[] = [];
  const failed: DeliveryResult[] = [];
  for (const lead of leads)
    try {
      ready.push(toReady(lead, company()));
    } catch (error) {
      log.error({ err: error, leadId: lead.id, form: lead.form }, 'a lead cannot be converted to a record');
      failed.push(tryAgain(lead, 'the record cannot be built'));
    }
  return { ready, failed };
}

/**
 * Creates the function that calls the CRM.
 * @param dependencies.onPause called when all calls must pause
 * @returns a function that makes one call and returns each lead's result
 */
export function createDeliveryCall({
  crm,
  log,
  onPause,
}: Pick<DeliveryDependencies, 'crm' | 'log'> & { onPause: () => void }): (
  leads: ReadyLead[],
) => Promise<CallResult> {
  function failed(leads: ReadyLead[], error: RemoteError): CallResult {
    const { code, message, retryAfterSeconds, retry } = error;
    log.warn({ code, reason: message, leads: leads.length }, 'CRM call failed');
    if (retryAfterSeconds !== undefined) onPause();
    const results = leads.map(({ lead }): DeliveryResult => {
      if (retryAfterSeconds !== undefined) return wait(lead, message, retryAfterSeconds);
      return retry ? tryAgain(lead, message) : { id: lead.id, kind: 'crm_gave_up', error: message };
    });
    return { results, changed: [] };
  }

  /** If the CRM refuses the whole call, each half is resent in a separate call. */
  return async function call(leads): Promise<CallResult> {
    const [first] = leads;
    const results: DeliveryResult[] = [];
    const changed: ReadyLead[] = [];
    if (!first) return { results, changed };
    try {
      const answers = await crm.insert(
        leads.map(({ crmLead }) => crmLead),
        first.triggers,
      );
      for (const [index, ready] of leads.entries()) {
        const answer = answers[index];
        if (!answer) continue;
        const again = changedFor(ready, answer);
        if (again) changed.push(again);
        else results.push(toResult(ready, answer));
      }
      return { results, changed };
    } catch (error) {
      if (!isRemoteError(error, 'crm')) throw error;
      if (error.code !== 'refused' || leads.length === 1) return failed(leads, error);
      const half = Math.ceil(leads.length / 2);
      const [one, other] = [await call(leads.slice(0, half)), await call(leads.slice(half))];
      return {
        results: [...one.results, ...other.results],
        changed: [...one.changed, ...other.changed],
      };
    }
  };
}
