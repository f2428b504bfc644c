import { checkoutData } from '@meridian/contracts/checkout/orders';
import { z } from 'zod';
import { checkoutPath } from '../checkout-path.ts';
import { routes } from '../routes.ts';

/** A screen that Lighthouse looks at. */
export interface Screen {
  /** As it stands in tables: the path, or what it shows where the path differs from run to run. */
  name: string;
  path: string;
  /** Search engines may list it, so it is judged for them too. */
  listed: boolean;
  /** The page for an address that is none, which is a screen too. */
  missing?: boolean;
}

const unlisted: readonly string[] = ['/checkout', '/thankyou', '/demo', '/test', '/nowhere'];
const courseId = 101;

const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal(1), data });
const scheduleAnswer = answerOf(
  z.object({ course_schedule: z.array(z.object({ id: z.int(), discount_fee: z.number() })).min(1) }),
);

async function call<Schema extends z.ZodType>(url: string, schema: Schema, body?: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return schema.parse(await answer.json());
}

/** Pays for two seats with the stand-in for Razorpay. @returns the path of the receipt */
async function pay(baseUrl: string, sandboxUrl: string, batchId: number): Promise<string> {
  const { data: order } = await call(`${baseUrl}/api/checkout`, answerOf(checkoutData), {
    course_id: courseId,
    course_schedule_id: batchId,
    number_of_course: 2,
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'asha.rao@example.in',
    phone_number: '98450 12345',
  });
  await call(`${sandboxUrl}/_sandbox/pay`, z.unknown(), {
    order_id: order.order_id,
    outcome: 'captured',
    webhook: 'send',
  });
  return order.receipt_path;
}

/** Every screen of the site, the checkout with something to pay for, and the receipt of a booking made for it. */
export async function listScreens(stack: { baseUrl: string; sandboxUrl: string }): Promise<Screen[]> {
  const { baseUrl, sandboxUrl } = stack;
  const { data } = await call(`${baseUrl}/api/course_schedule?id=${courseId}`, scheduleAnswer);
  const [batch] = data.course_schedule;
  if (!batch) throw new Error(`Course ${courseId} has no batch`);
  const choice = checkoutPath({
    courseId,
    courseName: 'Leading SAFe',
    batchId: batch.id,
    feeRupees: batch.discount_fee,
    seats: 2,
  });
  return [
    ...routes.map((path) => ({
      name: path,
      path,
      listed: !unlisted.includes(path),
      missing: path === '/nowhere',
    })),
    { name: '/checkout with a choice', path: choice, listed: false },
    { name: '/receipt', path: await pay(baseUrl, sandboxUrl, batch.id), listed: false },
  ];
}
