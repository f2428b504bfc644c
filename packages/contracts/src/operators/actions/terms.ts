import { z } from 'zod';
import { refundPolicyFault, refundStep } from '../../enrolment/refund-policy.ts';
import { action } from './action.ts';
import { note } from './fields.ts';

/** A version of the terms of refunds and moves. */
export const termsRow = z.object({
  version: z.int(),
  /** ISO 8601; it applies to orders from then on, until the next version. */
  valid_from: z.string(),
  /** Email of the operator; null for the first version. */
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
  const error = `A whole number from 0 to ${max.toLocaleString('en-IN')}`;
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
  /** What is absent stays. */
  input: z
    .strictObject({
      refund_steps: z
        .array(refundStep, { error: 'At least one step; 0 per cent at 0 hours refunds nothing' })
        .min(1, { error: 'At least one step; 0 per cent at 0 hours refunds nothing' })
        .max(20, { error: 'At most 20 steps' })
        .superRefine((steps, context) => {
          const message = refundPolicyFault(steps);
          if (message !== undefined) context.addIssue({ code: 'custom', message });
        })
        .optional()
        .meta({ 'x-option': 'refund-step' }),
      /** Moves by the payer until so many hours before the first day: any number, to a batch within so many days of the booked one. */
      early_moves_until_hours: hours,
      early_moves_within_days: days,
      /** Later: so many, to a batch within so many days of the present one. */
      late_moves: count(99),
      late_moves_within_days: days,
      /** Attendees may be replaced until so many hours before the first day. */
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
