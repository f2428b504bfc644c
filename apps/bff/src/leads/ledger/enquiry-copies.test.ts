import { expect, test } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { samples } from '../../../testing/leads/samples.ts';
import { enqueueEnquiryCopies } from './enquiry-copies.ts';

const { database, http } = await useLeadStack();

test('a stranger’s enquiries with a person’s address do not use up that person’s daily limit of copies', async () => {
  const enquire = (address: string, message: string) =>
    http
      .post('/api/contact_us')
      .set('x-forwarded-for', address)
      .send({ ...samples.contact_us, message })
      .expect(200);
  for (const message of ['1', '2', '3', '4']) await enquire('203.0.113.7', message);
  await enquire('198.51.100.9', 'mine');
  expect(await enqueueEnquiryCopies(database)).toBe(5);
  const mails = await database.selectFrom('mails').select('state').orderBy('lead_id').execute();
  expect(mails.map(({ state }) => state)).toEqual(['due', 'due', 'due', 'dropped', 'due']);
});
