/** Calls the running product as a browser, a payer and an operator. */
import { batches } from '@meridian/contracts/site/schedule/batch';
import type { Stack } from '@meridian/stack/stack';
import { z } from 'zod';

const answerTimeoutMs = 30_000;

/** A response; `body` is undefined if it is not JSON. */
export interface Answer {
  httpStatus: number;
  body: unknown;
}

/** @throws TypeError if the connection is refused or breaks */
export async function post(
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  const text = await response.text();
  try {
    return { httpStatus: response.status, body: JSON.parse(text) };
  } catch {
    return { httpStatus: response.status, body: undefined };
  }
}

const readTries = 3;

/** GET that retries after a broken connection, as browsers do. */
async function read<Schema extends z.ZodType>(
  address: string,
  schema: Schema,
  triesLeft = readTries,
): Promise<z.output<Schema>> {
  const response = await fetch(address, { signal: AbortSignal.timeout(answerTimeoutMs) }).catch((error) => {
    if (error instanceof TypeError && triesLeft > 1) return undefined;
    throw error;
  });
  if (!response) return read(address, schema, triesLeft - 1);
  return schema.parse(z.object({ data: z.unknown() }).parse(await response.json()).data);
}

export const openedOrder = z.object({
  status: z.literal(1),
  data: z.object({ order_id: z.string(), amount: z.int(), receipt_path: z.string() }),
});

/** Argument of the payment widget's handler. */
export const widgetAnswer = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
});
export type WidgetAnswer = z.infer<typeof widgetAnswer>;

const sandboxPayments = z.object({
  payments: z.array(z.object({ id: z.string(), order_id: z.string(), amount: z.int(), status: z.string() })),
});

const upstreamBooking = z.object({
  transaction_id: z.string(),
  total_fee: z.number(),
  number_of_course: z.int(),
  course_schedule_id: z.int(),
  email: z.string(),
});

/** A batch on sale. */
export interface OfferedBatch {
  courseId: number;
  batchId: number;
}

export function clientOf({ baseUrl, sandboxUrl, upstreamUrl }: Stack) {
  return {
    api: (path: string, body: unknown, headers?: Record<string, string>) =>
      post(`${baseUrl}/api/${path}`, body, headers),
    /** @returns the widget's answer, or undefined if the payment failed */
    async pay(orderId: string, outcome: string, webhook: string): Promise<WidgetAnswer | undefined> {
      const { body } = await post(`${sandboxUrl}/_sandbox/pay`, { order_id: orderId, outcome, webhook });
      return widgetAnswer.safeParse(body).data;
    },
    payments: async () => (await read(`${sandboxUrl}/_sandbox/payments`, sandboxPayments)).payments,
    bookings: () => read(`${upstreamUrl}/_upstream/bookings`, z.array(upstreamBooking)),
    async upstreamFault(fault: Record<string, unknown>): Promise<void> {
      const { httpStatus } = await post(`${upstreamUrl}/_upstream/faults`, fault);
      if (httpStatus !== 200) throw new Error(`the upstream refused the fault: ${httpStatus}`);
    },
    /** @returns the first batches of a course */
    async batchesOf(courseId: number): Promise<OfferedBatch[]> {
      const schedule = z.object({ course_schedule: batches });
      const { course_schedule: found } = await read(
        `${baseUrl}/api/course_schedule?id=${courseId}`,
        schedule,
      );
      return found.map(({ id }) => ({ courseId, batchId: id }));
    },
  };
}
export type ProductClient = ReturnType<typeof clientOf>;
