/** Bodies of outgoing webhooks by type: see docs/how-to/webhooks.md. */
import { z } from 'zod';
import { batchId, courseId } from '../ids.ts';

const batch = z.object({
  id: batchId,
  course_id: courseId,
  course_name: z.string(),
  /** Dates in India, `YYYY-MM-DD`. */
  start_date: z.string(),
  end_date: z.string(),
  /** Times in India, as the schedule shows them. */
  start_time: z.string(),
  end_time: z.string(),
});
export type WebhookBatch = z.output<typeof batch>;

const contact = z.object({ name: z.string(), email: z.string(), phone: z.string() });

/**
 * Personal data of an order: only sent to endpoints with personal data, and only until the order is erased.
 */
const people = {
  contact: contact.optional(),
  attendees: z.array(z.object({ name: z.string(), email: z.string() })).optional(),
};

const order = { order_id: z.string(), booking_number: z.string() };
const booking = { ...order, batch, seats: z.int(), ...people };
const payment = { ...order, payment_id: z.string(), amount_paise: z.int(), currency: z.string(), ...people };
/** Events of batches have no personal data. The events of their bookings have it. */
const ofBatch = { batch, order_ids: z.array(z.string()) };

export const webhookEvents = {
  'booking.confirmed': z.object(booking),
  /** `seats`: the remaining seats. */
  'booking.cancelled': z.object({ ...booking, seats_cancelled: z.int() }),
  /** The booking has another batch, or its batch has other days. */
  'booking.moved': z.object({ ...booking, previous_batch: batch }),
  'payment.captured': z.object(payment),
  'payment.refunded': z.object(payment),
  'lead.accepted': z.object({ lead_id: z.string(), form: z.string(), contact: contact.optional() }),
  'batch.confirmed': z.object(ofBatch),
  'batch.postponed': z.object({ ...ofBatch, previous_batch: batch }),
  'batch.called_off': z.object(ofBatch),
  /** Sent by `webhooks.send-test` to one endpoint. */
  test: z.object({ message: z.string() }),
} as const;

export type WebhookEventType = keyof typeof webhookEvents;
type Data = { [Type in WebhookEventType]: z.output<(typeof webhookEvents)[Type]> };

/** Types to which an endpoint can subscribe. */
export const subscribableEvents = Object.keys(webhookEvents).filter((type) => type !== 'test') as Exclude<
  WebhookEventType,
  'test'
>[];

/** Fields of `data` with personal data. */
type Personal = 'contact' | 'attendees';
export type WebhookPeople = {
  contact?: z.output<typeof contact>;
  attendees?: { name: string; email: string }[];
};

/** An event without personal data. */
export type WebhookEvent = {
  [Type in WebhookEventType]: { type: Type; data: Omit<Data[Type], Personal> };
}[WebhookEventType];

/** Body of a request. `timestamp` is the time of the event, ISO 8601. */
export const webhookBody = z.discriminatedUnion(
  'type',
  Object.entries(webhookEvents).map(([type, data]) =>
    z.strictObject({ type: z.literal(type), timestamp: z.iso.datetime(), data: data.strict() }),
  ) as never,
);
