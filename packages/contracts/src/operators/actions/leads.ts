import { z } from 'zod';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';

const changes = ['Leads', 'Lead', 'Today'] as const;

/** A lead without personal data. */
export const leadState = z.object({
  id: z.string(),
  form: z.string(),
  /** State of delivery to the upstream and to the CRM. */
  forward_state: z.string(),
  crm_state: z.string(),
});
const system = z.enum(['upstream', 'CRM']);
export type LeadSystem = z.output<typeof system>;
const resentLead = leadState.extend({ sent_to: z.array(system) });

export const leadsResend = action({
  name: 'leads.resend',
  title: 'Sent a lead again',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id: uuid }),
  result: { leads: z.array(resentLead) },
  changes,
});

export const leadsResendDead = action({
  name: 'leads.resend-dead',
  title: 'Sent all undelivered leads again',
  role: 'desk',
  stepUp: false,
  positional: [],
  input: z.strictObject({}),
  result: { leads: z.object({ sent_again: z.int() }) },
  changes,
});

export const leadsRelease = action({
  name: 'leads.release',
  title: 'Released a lead from quarantine',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id: uuid }),
  result: { leads: z.array(leadState) },
  changes,
});

export const leadsReject = action({
  name: 'leads.reject',
  title: 'Rejected a lead as spam',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id: uuid }),
  result: { leads: z.array(leadState) },
  changes,
});

const value = z.string().max(5_000).optional();

export const leadsEdit = action({
  name: 'leads.edit',
  title: 'Edited a lead',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z
    .strictObject({
      id: uuid,
      /** `email` to `company`: fields that some forms have under another name. */
      email: value.meta({ title: 'ADDRESS' }),
      first_name: value,
      last_name: value,
      full_name: value,
      phone: value,
      company: value,
      /** Values of any fields of the lead's form, by name. */
      set: z.record(z.string().max(60), z.string().max(5_000)).default({}),
    })
    .refine(
      ({ id: _id, set, ...named }) => Object.values({ ...named, ...set }).some((text) => text !== undefined),
      {
        error: 'Change at least one field',
        path: ['set'],
      },
    ),
  result: {
    leads: z.array(
      resentLead.extend({
        /** Names of the changed fields. */
        changed: z.array(z.string()),
        /** Systems that received the lead before the edit. */
        unchanged_in: z.array(system),
      }),
    ),
  },
  changes,
});

export const leadsErase = action({
  name: 'leads.erase',
  title: 'Erased the person of a lead',
  role: 'admin',
  stepUp: true,
  positional: ['id'],
  /** Erases all leads with the email address of this one. */
  input: z.strictObject({ id: uuid }),
  result: { leads: z.object({ erased: z.int() }) },
  changes,
});
