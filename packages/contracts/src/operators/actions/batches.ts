/** Sold batches: changes that the upstream reports, joining instructions, messages. */
import { z } from 'zod';
import { batchId } from '../../ids.ts';
import { cleanText } from '../../leads/clean-text.ts';
import { maxJoining, maxMessage, maxSubject } from '../console/batches.ts';
import { action, confirm } from './action.ts';
import { note } from './fields.ts';

/** More recipients than this of a text that an operator wrote take a recent code of the second factor. */
export const maxRecipientsWithoutCode = 10;

const batch = batchId.meta({ title: 'BATCH' });
const change = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, { error: 'The number of a change' })
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
  /** `orders`: how many of them are emailed. */
  result: { changes: z.array(z.object({ id: z.string(), orders: z.int() })) },
});

export const batchesDismissChange = action({
  ...rights,
  name: 'batches.dismiss-change',
  title: 'Dismissed a change of a batch',
  input: z.strictObject({ id: change, note }),
  result: { changes: z.array(z.object({ id: z.string() })) },
});

/** Needs a code above `maxRecipientsWithoutCode`, which is known once the orders of the batch are read. */
export const batchesSetJoining = action({
  ...rights,
  name: 'batches.set-joining',
  title: 'Set the joining instructions of a batch',
  input: z.strictObject({
    id: batch,
    /** Plain text with line breaks. If empty, the upstream's instructions apply again. */
    text: z
      .string()
      .overwrite(cleanText)
      .max(maxJoining, { error: `Joining instructions have at most ${maxJoining} characters` }),
  }),
  /** `orders`: how many of them are emailed. */
  result: { batches: z.array(z.object({ id: batchId, orders: z.int() })) },
});

const written = {
  id: batch,
  subject: z
    .string()
    .overwrite((text) => cleanText(text.replace(/\s+/g, ' ')))
    .min(1, { error: 'A message has a subject' })
    .max(maxSubject, { error: `A subject has at most ${maxSubject} characters` }),
  /** Plain text with line breaks. */
  text: z
    .string()
    .overwrite(cleanText)
    .min(1, { error: 'A message has a text' })
    .max(maxMessage, { error: `A message has at most ${maxMessage} characters` }),
};

/** Whom a message reaches. */
const audience = {
  /** Each address once, also if it has seats in several orders. */
  addresses: z.int(),
  /** Of them, those that get no mails because they bounced or complained. */
  suppressed: z.int(),
  /** Of them, those that have this very message already; they do not get it again. */
  already: z.int(),
  /** Orders that are paid and not booked yet: they are left out. */
  unbooked: z.int(),
};
export type MessageAudience = z.output<z.ZodObject<typeof audience>>;

/** Needs a code above `maxRecipientsWithoutCode`, which is known once the orders of the batch are read. */
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
    /** The audience as sentences. */
    lines: z.array(z.string()),
    /** The mail to one of them; null if nobody would get it. */
    rendered: z.object({ subject: z.string(), text: z.string() }).nullable(),
  }),
};
