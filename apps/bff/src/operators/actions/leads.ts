import type { ActionInput, ActionName } from '@meridian/contracts/operators/actions';
import type { LeadSystem } from '@meridian/contracts/operators/actions/leads';
import { requestErasure } from '../../enrolment/orders/erasure/erasure-copies.ts';
import { erasePersonOfLead } from '../../leads/ledger/erasure/erasure.ts';
import { leadStatesOf } from '../../leads/ledger/lead-queries.ts';
import { type EditedLead, editLead } from '../../leads/ledger/operator/edit-lead.ts';
import { editValues, type FieldChange } from '../../leads/ledger/operator/edit-values.ts';
import {
  rejectLead,
  releaseLead,
  resendToCrm,
  resendToUpstream,
} from '../../leads/ledger/operator/operator-changes.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Actions } from './action.ts';

type LeadAction = Exclude<Extract<ActionName, `leads.${string}`>, 'leads.assign'>;

const subjectOf = (id: string) => ({ kind: 'lead', id }) as const;
const allLeads = { kind: 'list', id: 'leads' } as const;
const count = (leads: number) => (leads === 1 ? '1 lead is' : `${leads} leads are`);

/** Names of a field in forms and CRM records. */
const fieldNames = {
  email: ['email', 'Email'],
  first_name: ['first_name', 'First_Name'],
  last_name: ['last_name', 'Last_Name'],
  full_name: ['full_name'],
  phone: ['phone_number', 'mobile_number', 'Phone'],
  company: ['company_name'],
} as const;
type NamedField = keyof typeof fieldNames;

function toChanges(input: ActionInput<'leads.edit'>): FieldChange[] {
  const named = (Object.keys(fieldNames) as NamedField[]).flatMap((name) => {
    const value = input[name];
    return value === undefined ? [] : [{ fields: fieldNames[name], value }];
  });
  return [...named, ...Object.entries(input.set).map(([name, value]) => ({ fields: [name], value }))];
}

/** @returns the systems that get the edited lead, and the systems that have it unedited */
function systemsOf({ forward, crm }: EditedLead) {
  const toUpstream = forward === 'refused' || forward === 'refused_late';
  const sentTo: LeadSystem[] = [];
  if (toUpstream) sentTo.push('upstream');
  if (crm !== 'delivered') sentTo.push('CRM');
  const unchangedIn: LeadSystem[] = [];
  if (forward === 'saved') unchangedIn.push('upstream');
  if (crm === 'delivered') unchangedIn.push('CRM');
  return { sent_to: sentTo, unchanged_in: unchangedIn };
}

const named = (systems: readonly LeadSystem[]) => systems.map((system) => `the ${system}`).join(' and ');

export interface LeadActionServices {
  jobs: Pick<Jobs, 'enqueue'>;
}

export const createLeadActions = ({ jobs }: LeadActionServices): Pick<Actions, LeadAction> => ({
  'leads.resend': {
    async run(transaction, { id }) {
      const sentTo: LeadSystem[] = [];
      if (await resendToUpstream(transaction, jobs, id)) sentTo.push('upstream');
      if ((await resendToCrm(transaction, jobs, [id])) > 0) sentTo.push('CRM');
      if (sentTo.length === 0)
        throw new Refusal(
          'conflict',
          'lead_not_resendable',
          'Only dead letters and leads refused after confirmation can be resent.',
        );
      return {
        done: `The lead is being sent to ${named(sentTo)} again.`,
        leads: [{ ...(await leadStatesOf(transaction, id)), sent_to: sentTo }],
      };
    },
    audit: ({ id }, { leads: [lead] }) => ({
      subject: subjectOf(id),
      detail: { where: lead?.sent_to.join(', ') ?? '' },
    }),
  },
  'leads.resend-dead': {
    async run(transaction) {
      const sent = await resendToCrm(transaction, jobs, 'all');
      return {
        done: sent === 0 ? 'No dead letters.' : `${count(sent)} being sent to the CRM again.`,
        leads: { sent_again: sent },
      };
    },
    audit: (_input, { leads }) => ({ subject: allLeads, detail: { leads: leads.sent_again } }),
  },
  'leads.release': {
    async run(transaction, { id }) {
      await releaseLead(transaction, jobs, id);
      return {
        done: 'The lead is released and is being sent.',
        leads: [await leadStatesOf(transaction, id)],
      };
    },
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
  'leads.reject': {
    async run(transaction, { id }) {
      await rejectLead(transaction, id);
      return {
        done: 'The lead is rejected and is not sent. It can be released until it is erased.',
        leads: [await leadStatesOf(transaction, id)],
      };
    },
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
  'leads.edit': {
    async run(transaction, input, actor) {
      const { id } = input;
      let changed: string[] = [];
      const before = await editLead(transaction, jobs, id, (lead) => {
        const edited = editValues(lead, toChanges(input));
        changed = edited.changed;
        return {
          values: edited.values,
          email: edited.email,
          note: `${changed.join(', ')} by ${actor.email}`,
        };
      });
      const systems = systemsOf(before);
      const unchanged = systems.unchanged_in.map(
        (system) => `The ${system} keeps the old values: change them there too.`,
      );
      return {
        done: [
          `Edited ${changed.join(', ')}. The lead is being sent to ${named(systems.sent_to)} again.`,
          ...unchanged,
        ].join(' '),
        leads: [{ ...(await leadStatesOf(transaction, id)), changed, ...systems }],
      };
    },
    audit: ({ id }, { leads: [lead] }) => ({
      subject: subjectOf(id),
      detail: { fields: lead?.changed.join(', ') ?? '' },
    }),
  },
  'leads.erase': {
    async run(transaction, { id }) {
      const { erased, ...copies } = await erasePersonOfLead(transaction, id);
      await requestErasure(transaction, jobs, copies);
      return { done: `${count(erased)} erased.`, leads: { erased } };
    },
    audit: ({ id }, { leads }) => ({ subject: subjectOf(id), detail: { leads: leads.erased } }),
  },
});
