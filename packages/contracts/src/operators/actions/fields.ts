/** Input fields that several actions have. */
import { z } from 'zod';

/**
 * Reason for an action. It is written to the history of the subject, never to the audit log, which cannot be
 * erased.
 */
export const note = z.string().trim().min(1, { error: 'Enter a reason' }).max(500);

/** An amount in rupees with at most two decimals. */
export const rupees = z
  .number({ error: 'Enter an amount such as 500 or 499.50' })
  .positive({ error: 'Enter an amount such as 500 or 499.50' })
  .max(9_999_999)
  .refine((amount) => Number.isInteger(Number((amount * 100).toFixed(6))), {
    error: 'Enter an amount such as 500 or 499.50',
  });
