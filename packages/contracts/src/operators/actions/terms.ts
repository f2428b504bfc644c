import { z } from 'zod';
import { refundPolicyFault, refundStep } from '../../enrolment/refund-policy.ts';
import { action } from './action.ts';
import { note } from './fields.ts';

/** A version of the terms of refunds and moves. */
export const termsRow = z.object({
  version: z.int(),
  /** ISO 8601. The version applies to orders from this time on, until the next version. */
  valid_from: z.string(),
  /** Email address of the operator; null for the first version. */
  changed_by: z.string().nullable(),
  note: z.string(),
  refund_steps: z.array(refundStep).readonly(),
  early_moves_until_hours: z.int(),
  early_moves_within_days: z.int(),
  late_moves: z.int(),
  late_moves_within_days: z.int(),
  attendees_until_hours: z.int(),
});
export type TermsRow = z.output<typeof termsRow>;

const count = (max: number) => {
  const error = `Enter a whole number from 0 to ${max.toLocaleString('en-IN')}`;
  return z.int({ error }).min(0, { error }).max(max, { error }).optional();
};
const hours = count(8_760);
const days = count(3_650);

export const termsSet = action({
  name: 'terms.set',
  title: 'Changed the terms of refunds and moves',
  role: 'admin',
  stepUp: true,
  positional: [],
  /** Absent fields are not changed. */
  input: z
    .strictObject({
      refund_steps: z
        .array(refundStep, {
          error: 'Enter at least one step. If nothing is refunded, enter 0 per cent at 0 hours',
        })
        .min(1, { error: 'Enter at least one step. If nothing is refunded, enter 0 per cent at 0 hours' })
        .max(20, { error: 'Enter at most 20 steps' })
        .superRefine((steps, context) => {
          const message = refundPolicyFault(steps);
          if (message !== undefined) context.addIssue({ code: 'custom', message });
        })
        .optional()
        .meta({ 'x-option': 'refund-step' }),
      /**
       * Early moves by the payer are possible until this many hours before the first day, any number of
       * times, to a batch that begins within `early_moves_within_days` of the booked one.
       */
      early_moves_until_hours: hours,
      early_moves_within_days: days,
      /**
       * Maximum number of later moves, to a batch that begins within `late_moves_within_days` of the current
       * one.
       */
      late_moves: count(99),
      late_moves_within_days: days,
      /** Attendees may be replaced until this many hours before the first day. */
      attendees_until_hours: hours,
      note,
    })
    .refine(({ note: _note, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
      error: 'Change at least one field',
      path: ['refund_steps'],
    }),
  result: { terms: termsRow },
  changes: ['Sales'],
});
