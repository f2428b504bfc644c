/** Sold batches: changes reported by the upstream, joining instructions, messages. */
import { z } from 'zod';
import { batchId } from '../../ids.ts';
import { cleanText } from '../../leads/clean-text.ts';
import { maxJoining, maxMessage, maxSubject } from '../console/batches.ts';
import { action, confirm } from './action.ts';
import { note } from './fields.ts';

/**
 * If a text that an operator wrote has more recipients than this, sending it needs a recent second-factor
 * code.
 */
export const maxRecipientsWithoutCode = 10;

const batch = batchId.meta({ title: 'BATCH' });
const change = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, { error: 'Enter the number of a change' })
  .meta({ title: 'CHANGE' });

const rights = {
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  changes: ['Batches', 'Orders', 'Order', 'Mails', 'Today'],
} as const;

export const batchesConfirmChange = action({
  ...rights,
  name: 'batches.confirm-change',
  title: 'Confirmed a change of a batch',
  input: z.strictObject({ id: change }),
  /** `orders`: number of orders that get an email. */
  result: { changes: z.array(z.object({ id: z.string(), orders: z.int() })) },
});

export const batchesDismissChange = action({
  ...rights,
  name: 'batches.dismiss-change',
  title: 'Ignored a difference of a batch',
  input: z.strictObject({ id: change, note }),
  result: { changes: z.array(z.object({ id: z.string() })) },
});

/**
 * Needs a code for more than `maxRecipientsWithoutCode` recipients. Their number is known once the orders of
 * the batch are read.
 */
export const batchesSetJoining = action({
  ...rights,
  name: 'batches.set-joining',
  title: 'Set the joining instructions of a batch',
  input: z.strictObject({
    id: batch,
    /** Plain text with line breaks. If it is empty, the upstream's instructions apply again. */
    text: z
      .string()
      .overwrite(cleanText)
      .max(maxJoining, { error: `Joining instructions have at most ${maxJoining} characters` }),
  }),
  /** `orders`: number of orders that get an email. */
  result: { batches: z.array(z.object({ id: batchId, orders: z.int() })) },
});

const written = {
  id: batch,
  subject: z
    .string()
    .overwrite((text) => cleanText(text.replace(/\s+/g, ' ')))
    .min(1, { error: 'Enter a subject' })
    .max(maxSubject, { error: `A subject has at most ${maxSubject} characters` }),
  /** Plain text with line breaks. */
  text: z
    .string()
    .overwrite(cleanText)
    .min(1, { error: 'Enter a text' })
    .max(maxMessage, { error: `A message has at most ${maxMessage} characters` }),
};

/** Recipients of a message. */
const audience = {
  /** Number of addresses. An address with seats in several orders counts once. */
  addresses: z.int(),
  /** Addresses among them that get no emails because of a bounce or a complaint. */
  suppressed: z.int(),
  /** Addresses among them that already received this message; they do not get it again. */
  already: z.int(),
  /** Orders that are paid but not booked yet; they get no message. */
  unbooked: z.int(),
};
export type MessageAudience = z.output<z.ZodObject<typeof audience>>;

/**
 * Needs a code for more than `maxRecipientsWithoutCode` recipients. Their number is known once the orders of
 * the batch are read.
 */
export const batchesSendMessage = {
  ...action({
    ...rights,
    name: 'batches.send-message',
    title: 'Sent a message to all people of a batch',
    input: z.strictObject({ ...written, confirm }),
    result: { messages: z.array(z.object(audience)) },
  }),
  previewed: z.strictObject(written),
  preview: z.object({
    done: z.string(),
    confirm,
    ...audience,
    /** The recipients as sentences. */
    lines: z.array(z.string()),
    /** The email to one of the recipients; null if there are none. */
    rendered: z.object({ subject: z.string(), text: z.string() }).nullable(),
  }),
};
