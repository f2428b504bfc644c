import { dayInIndia } from '@meridian/contracts/india-time';
import { beforeEach, expect, it } from 'vitest';
import { batchId, courseId } from '../../../testing/checkout/upstream-double.ts';
import { people, useClassStack } from '../../../testing/training/class-stack.ts';
import { deleteOldClasses } from '../erasure/erase-training.ts';
import { listFeedback } from './feedback.ts';
import { inviteFeedback } from './invite.ts';

const stack = await useClassStack();
const { site, database, actions, call } = stack;
const { asha, ravi } = people;
const given = { rating: 5, helped: 'The exercises', improve: 'Longer breaks', may_publish: true };

beforeEach(() => stack.reset());

const invite = () => inviteFeedback(database, 'https://academy.example');
const dayFromNow = (days: number) => dayInIndia(new Date(Date.now() + days * 24 * 60 * 60_000));

/** Sets the last day of class of every order. */
async function endClass(days: number): Promise<void> {
  const day = dayFromNow(days);
  const batch = JSON.stringify({ ...(await stack.sold()), start_date: day, end_date: day, day_type: '' });
  await database.updateTable('orders').set({ batch }).execute();
}

const mails = () =>
  database
    .selectFrom('mails')
    .select(['recipient', 'facts'])
    .where('kind', '=', 'feedback_request')
    .orderBy('recipient')
    .execute();

/** @returns the API path of the first invited attendee's link */
async function askedPath(): Promise<string> {
  await stack.book({ attendees: [asha, ravi] });
  await endClass(-1);
  await invite();
  const [mail] = await mails();
  const { feedbackUrl } = (mail?.facts ?? {}) as { feedbackUrl: string };
  return `/api/feedback/${feedbackUrl.slice(feedbackUrl.lastIndexOf('/') + 1)}`;
}

const feedbackId = async () =>
  (
    await database
      .selectFrom('feedback')
      .select('id')
      .where('rating', 'is not', null)
      .executeTakeFirstOrThrow()
  ).id;
const reviews = async () => (await site.get(`/api/reviews/${courseId}`).expect(200)).body.data.reviews;
const publish = async () => actions.execute('feedback.publish', { id: await feedbackId() }, call());

it('asks each attendee once, on the day after the class', async () => {
  await stack.book({ number_of_course: 3, attendees: [asha, ravi] });
  await endClass(0);
  expect(await invite()).toBe(0);
  await endClass(-1);
  expect(await invite()).toBe(2);
  expect(await invite()).toBe(0);
  expect(await mails()).toMatchObject([
    { recipient: asha.email, facts: { firstName: 'Asha', unsubscribeUrl: expect.any(String) } },
    { recipient: ravi.email, facts: { firstName: 'Ravi' } },
  ]);
});

it('does not ask about a class that ended more than a week ago, a cancelled seat or an erased order', async () => {
  const { id } = await stack.book({ attendees: [asha, ravi] });
  await endClass(-9);
  expect(await invite()).toBe(0);
  await endClass(-1);
  await database.updateTable('orders').set({ cancelled_seats: 2 }).execute();
  expect(await invite()).toBe(0);
  await database.updateTable('orders').set({ cancelled_seats: 0 }).execute();
  await actions.execute('orders.erase', { id }, call());
  expect(await invite()).toBe(0);
});

it('stores one answer for each link, which can be changed', async () => {
  const path = await askedPath();
  const first = (await site.get(path).expect(200)).body.data;
  expect(first).toEqual({
    course_name: 'Leading SAFe',
    first_name: 'Asha',
    answer: null,
    is_published: false,
  });
  await site.post(path).send(given).expect(200);
  await site
    .post(path)
    .send({ ...given, rating: 4 })
    .expect(200);
  expect((await site.get(path).expect(200)).body.data.answer).toEqual({ ...given, rating: 4 });
  const { body } = await site
    .post(path)
    .send({ ...given, rating: 6 })
    .expect(400);
  expect(body.errors).toEqual({ rating: ['Choose one to five stars'] });
  await site.get(`/api/feedback/${'0'.repeat(40)}`).expect(404);
  await site
    .post(`/api/feedback/${'0'.repeat(40)}`)
    .send(given)
    .expect(404);
});

it('is shown as a review only with consent, until the consent is withdrawn', async () => {
  const path = await askedPath();
  await site
    .post(path)
    .send({ ...given, may_publish: false })
    .expect(200);
  await expect(publish()).rejects.toMatchObject({ code: 'not_consented' });
  await site.post(path).send(given).expect(200);
  expect(await reviews()).toEqual([]);
  await publish();
  expect(await reviews()).toEqual([{ first_name: 'Asha', rating: 5, text: 'The exercises' }]);
  expect((await site.post(path).send(given).expect(409)).body.message).toContain('withdraw your consent');

  const { body } = await site.post(`${path}/withdraw`).expect(200);
  expect(body.data).toMatchObject({ is_published: false, answer: { may_publish: false } });
  expect(await reviews()).toEqual([]);
  await expect(publish()).rejects.toMatchObject({ code: 'not_consented' });
});

it('is not shown on the course after an operator unpublished it, until it is published again', async () => {
  const path = await askedPath();
  await site.post(path).send(given).expect(200);
  await publish();
  const id = await feedbackId();
  const unpublish = () => actions.execute('feedback.unpublish', { id, note: 'it names a colleague' }, call());
  await unpublish();
  expect(await reviews()).toEqual([]);
  expect((await listFeedback(database, batchId)).answers).toMatchObject([
    { published_at: null, unpublished_at: expect.any(Date), unpublished_note: 'it names a colleague' },
  ]);
  await expect(unpublish()).rejects.toMatchObject({ code: 'not_published' });

  await site
    .post(path)
    .send({ ...given, helped: 'The team' })
    .expect(200);
  await publish();
  expect(await reviews()).toEqual([{ first_name: 'Asha', rating: 5, text: 'The team' }]);
  expect((await listFeedback(database, batchId)).answers).toMatchObject([{ unpublished_note: null }]);
});

it('is kept after the end of retention while it is published', async () => {
  const path = await askedPath();
  await site.post(path).send(given).expect(200);
  await publish();
  await database
    .updateTable('feedback')
    .set({ invited_at: new Date('2020-01-01') })
    .execute();
  await deleteOldClasses(database, 30);
  expect(await reviews()).toHaveLength(1);
  expect(await database.selectFrom('feedback').select('id').execute()).toHaveLength(1);
});
