import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { batchId } from '../../../testing/checkout/upstream-double.ts';
import { people, useClassStack } from '../../../testing/training/class-stack.ts';
import { deleteOldClasses } from '../erasure/erase-training.ts';

const stack = await useClassStack();
const { site, database, actions, call } = stack;
const { asha, ravi } = people;
const [first, second] = ['2099-12-05', '2099-12-06'];
const note = 'they swap';

beforeEach(() => stack.reset());

it('lists attendees and unnamed seats, and stores each tick', async () => {
  await stack.book({ number_of_course: 3, attendees: [asha, ravi] });
  const path = await stack.sendList();
  expect((await stack.list(path)).seats.map(({ name, booked_by: by }) => [name, by])).toEqual([
    ['Asha Nair', 'Asha Nair'],
    ['Ravi Menon', 'Asha Nair'],
    [null, 'Asha Nair'],
  ]);
  stack.setNow(`${second}T09:00:00+05:30`);
  await stack.tick(path, 'Ravi Menon', [first, second]);
  expect((await stack.list(path)).seats[1]?.present).toEqual([first, second]);

  const person = (await stack.list(path)).seats[1]?.person;
  await site.post(`${path}/attendance`).send({ person, day: first, present: false }).expect(200);
  expect((await stack.list(path)).seats.map(({ present }) => present)).toEqual([[], [second], []]);
});

it('refuses attendance for a day in the future, or without class', async () => {
  await stack.book({ attendees: [asha] });
  const path = await stack.sendList();
  const person = (await stack.list(path)).seats[0]?.person;
  const tick = (day: string) => site.post(`${path}/attendance`).send({ person, day, present: true });
  stack.setNow(`${first}T00:30:00+05:30`);
  await tick(first).expect(200);
  expect((await tick(second).expect(400)).body.errors).toEqual({ day: ['This day is in the future.'] });
  expect((await tick('2099-12-04').expect(400)).body.errors).toEqual({
    day: ['This is not a day of class.'],
  });
});

it('does not count the attendance of a seat’s former attendee for the new one', async () => {
  const { id } = await stack.book({ attendees: [asha, ravi] });
  const path = await stack.sendList();
  stack.setNow(`${second}T09:00:00+05:30`);
  await stack.tick(path, 'Ravi Menon', [first]);
  const former = (await stack.list(path)).seats[1]?.person;
  const meera = { name: 'Meera Rao', email: ravi.email };
  await actions.execute('orders.set-attendees', { id, attendees: [asha, meera], note }, call());
  const list = await stack.list(path);
  expect(list.seats[1]).toMatchObject({ name: 'Meera Rao', present: [] });
  expect(list.former).toEqual([{ name: 'Ravi Menon', present: [first] }]);
  const late = await site.post(`${path}/attendance`).send({ person: former, day: first, present: true });
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('list has changed')]);
});

it('records people without a booking, once for a day, and removes them', async () => {
  await stack.book({ attendees: [asha] });
  const path = await stack.sendList();
  stack.setNow(`${first}T09:00:00+05:30`);
  const add = (body: object) => site.post(`${path}/additions`).send({ day: first, ...body });
  await add({ name: 'Meera', email: 'Meera@example.in' }).expect(200);
  await add({ name: 'Meera Rao', email: 'meera@example.in' }).expect(200);
  const added = [{ day: first, name: 'Meera Rao', email: 'meera@example.in' }];
  expect((await stack.list(path)).additions).toEqual(added);
  const { body } = await add({ name: '', email: 'meera' }).expect(400);
  expect(Object.keys(body.errors)).toEqual(['name', 'email']);
  await site.post(`${path}/additions/remove`).send({ day: first, email: 'meera@example.in' }).expect(200);
  expect((await stack.list(path)).additions).toEqual([]);
});

it('a new link replaces the previous one, and a link expires a week after the last day', async () => {
  await stack.book({ attendees: [asha] });
  const former = await stack.sendList();
  const path = await stack.sendList();
  await site.get(former).expect(404);
  expect((await stack.list(path)).ends_at).toBe('2099-12-13T18:29:59.000Z');
  await database.updateTable('class_lists').set({ ends_at: new Date() }).execute();
  await site.get(path).expect(404);
  await site.get(`/api/classes/${'0'.repeat(40)}`).expect(404);
});

it('is served as private, and its token is not stored', async () => {
  await stack.book({ attendees: [asha] });
  const path = await stack.sendList();
  const { headers } = await site.get(path).expect(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  const rows = await database.selectFrom('class_lists').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(path.slice(-40));
});

const mark = (marks: object[]) =>
  actions.execute('batches.record-attendance', { id: batchId, marks }, call());

it('trainer and operators change the same attendance, which names the operator who recorded a mark', async () => {
  await stack.book({ attendees: [asha, ravi] });
  const path = await stack.sendList();
  stack.setNow(`${second}T09:00:00+05:30`);
  await stack.tick(path, 'Asha Nair', [first]);
  const marks = [
    { email: asha.email, day: first, present: false, was: true },
    { email: 'Ravi@example.com', name: 'Ravi Menon', day: first, present: true, was: false },
  ];
  await expect(mark(marks)).resolves.toMatchObject({
    done: 'Attendance is saved: 1 present, 1 not present.',
  });
  expect((await stack.list(path)).seats.map(({ present }) => present)).toEqual([[], [first]]);
  const rows = await database.selectFrom('attendance').select(['name', 'recorded_by']).execute();
  expect(rows).toEqual([{ name: 'Ravi Menon', recorded_by: 'desk@example.com' }]);

  const person = (await stack.list(path)).seats[1]?.person;
  await site.post(`${path}/attendance`).send({ person, day: first, present: false }).expect(200);
  expect((await stack.list(path)).seats.map(({ present }) => present)).toEqual([[], []]);
});

it('refuses an operator’s marks if attendance has changed since it was shown, and saves nothing', async () => {
  await stack.book({ attendees: [asha, ravi] });
  const path = await stack.sendList();
  stack.setNow(`${second}T09:00:00+05:30`);
  await stack.tick(path, 'Asha Nair', [first]);
  const stale = { email: asha.email, day: first, present: true, was: false };
  const other = { email: ravi.email, day: first, present: true, was: false };
  await expect(mark([stale, other])).resolves.toBeDefined();
  await expect(mark([other, { ...stale, present: false, was: false }])).rejects.toMatchObject({
    code: 'attendance_changed',
    message: expect.stringContaining('Asha Nair on 5 Dec 2099'),
  });
  expect((await stack.list(path)).seats.map(({ present }) => present)).toEqual([[first], [first]]);
});

it('reports an invalid mark at its field', async () => {
  await stack.book({ attendees: [asha] });
  await stack.book({ attendees: [{ ...ravi, email: asha.email }] });
  stack.setNow(`${first}T09:00:00+05:30`);
  const right = { email: asha.email, name: 'Asha Nair', day: first, present: true };
  for (const [wrong, field] of [
    [{ email: 'nobody@example.com' }, 'email'],
    [{ name: undefined }, 'name'],
    [{ day: '2099-12-04' }, 'day'],
    [{ day: second }, 'day'],
  ] as const)
    await expect(mark([right, { ...right, ...wrong }])).rejects.toMatchObject({
      kind: 'invalid',
      errors: { [`marks.1.${field}`]: [expect.any(String)] },
    });
  expect(await database.selectFrom('attendance').selectAll().execute()).toEqual([]);
});

it('is refused for a batch without booked seats', async () => {
  const send = actions.execute('batches.send-class-list', { id: 9, email: 'trainer@example.com' }, call());
  await expect(send).rejects.toMatchObject({ code: 'nothing_booked' });
});

it('deletes addresses of trainers and people without a booking at the end of retention', async () => {
  const { id } = await stack.book({ attendees: [asha] });
  const path = await stack.sendList();
  stack.setNow(`${first}T09:00:00+05:30`);
  await site
    .post(`${path}/additions`)
    .send({ day: first, ...ravi })
    .expect(200);
  await stack.tick(path, 'Asha Nair', [first]);
  await deleteOldClasses(database, 30);
  expect((await stack.list(path)).additions).toHaveLength(1);
  await database.updateTable('late_attendees').set({ day: '2020-01-01' }).execute();
  await database
    .updateTable('class_lists')
    .set({ ends_at: new Date('2020-01-01') })
    .execute();
  await deleteOldClasses(database, 30);
  expect(await database.selectFrom('late_attendees').selectAll().execute()).toEqual([]);
  expect(await database.selectFrom('class_lists').selectAll().execute()).toEqual([]);

  // Attendance is erased with its order.
  await actions.execute('orders.erase', { id }, { ...call(), key: randomUUID() });
  const kept = database.selectFrom('attendance').selectAll().where('batch_id', '=', String(batchId));
  expect(await kept.execute()).toEqual([]);
});
