import { z } from 'zod';
import { checkoutPath } from '../checkout.ts';
import { payForSeats } from '../paid-order.ts';
import { routes } from '../routes.ts';

/** A screen to audit. */
export interface Screen {
  /** Name in tables: the path, or a label if the path varies. */
  name: string;
  path: string;
  /** True if the screen is indexable: SEO is then audited. */
  listed: boolean;
  /** True for the 404 page. */
  missing?: boolean;
}

const unlisted: readonly string[] = ['/checkout', '/thankyou', '/demo', '/test', '/nowhere'];
const courseId = 101;

const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal(1), data });
const scheduleAnswer = answerOf(
  z.object({ course_schedule: z.array(z.object({ id: z.int(), discount_fee: z.number() })).min(1) }),
);

async function call<Schema extends z.ZodType>(url: string, schema: Schema) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return schema.parse(await answer.json());
}

/** @returns every screen, including the checkout with a selection and a receipt */
export async function listScreens(stack: { baseUrl: string; sandboxUrl: string }): Promise<Screen[]> {
  const { baseUrl } = stack;
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
    { name: '/receipt', path: await payForSeats(stack), listed: false },
  ];
}
