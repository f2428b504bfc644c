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

/** Pays for two seats in the sandbox. @returns the receipt's path */
export async function payForSeats({ baseUrl, sandboxUrl }: Stack): Promise<string> {
  const { data: schedule } = await post(`${baseUrl}/api/course_schedule`, { id: 101 });
  const [batch] = schedule.course_schedule as { id: number }[];
  const { data: order } = await post(`${baseUrl}/api/checkout`, {
    course_id: 101,
    course_schedule_id: batch?.id,
    number_of_course: 2,
    first_name: 'Asha',
    last_name: 'Rao',
    email: 'asha.rao@example.com',
    phone_number: '98450 12345',
  });
  await post(`${sandboxUrl}/_sandbox/pay`, {
    order_id: order.order_id,
    outcome: 'captured',
    webhook: 'send',
  });
  return String(order.receipt_path);
}
