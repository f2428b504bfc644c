import { expect } from '@playwright/test';

interface Stack {
  baseUrl: string;
  sandboxUrl: string;
}

async function post(url: string, body: object): Promise<{ data: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

interface Batch {
  id: number;
  start_date: string;
  start_time: string;
  discount_fee: number;
  seats_left?: number;
}

/** Reads a page of the batches of course 101 that are on sale. @param offset number of batches to skip */
export async function batchesOnSale({ baseUrl }: Pick<Stack, 'baseUrl'>, offset = 0): Promise<Batch[]> {
  const { data } = await post(`${baseUrl}/api/course_schedule`, { id: 101, offset });
  return data.course_schedule as Batch[];
}

/** @returns the batch of course 101 that is on sale and begins on a day (`YYYY-MM-DD`) at a time (`HH:MM`) */
export async function findOnSale(
  stack: Pick<Stack, 'baseUrl'>,
  day: string,
  time: string,
): Promise<Batch | undefined> {
  for (let offset = 0; ; ) {
    const batches = await batchesOnSale(stack, offset);
    const found = batches.find(({ start_date, start_time }) => start_date === day && start_time === time);
    if (found || batches.length === 0) return found;
    offset += batches.length;
  }
}

/** Pays for two seats in the sandbox, by default of the first batch on sale. @returns the receipt's path */
export async function payForSeats(
  stack: Stack,
  { batchId, email = 'asha.rao@example.com' }: { batchId?: number; email?: string } = {},
): Promise<string> {
  const { baseUrl, sandboxUrl } = stack;
  const [batch] = batchId === undefined ? await batchesOnSale(stack) : [{ id: batchId }];
  const { data: order } = await post(`${baseUrl}/api/checkout`, {
    course_id: 101,
    course_schedule_id: batch?.id,
    number_of_course: 2,
    first_name: 'Asha',
    last_name: 'Rao',
    email,
    phone_number: '98450 12345',
  });
  await post(`${sandboxUrl}/_sandbox/pay`, {
    order_id: order.order_id,
    outcome: 'captured',
    webhook: 'send',
  });
  return String(order.receipt_path);
}

/** Pays for two seats of a batch as `payForSeats`, and waits until they are booked. */
export async function bookSeats(stack: Stack, options: { batchId: number; email: string }): Promise<void> {
  const path = await payForSeats(stack, options);
  const read = async () => {
    const answer = await fetch(`${stack.baseUrl}/api/receipts/${path.replace('/receipt/', '')}`);
    const { data } = (await answer.json()) as { data: { state: string } };
    return data.state;
  };
  await expect.poll(read).toBe('booked');
}
