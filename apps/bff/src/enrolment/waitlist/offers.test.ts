import { beforeEach, describe, expect, it } from 'vitest';
import { useWaitlistStack } from '../../../testing/waitlist/waitlist-stack.ts';
import { setSales } from '../seats/sales.ts';

const stack = await useWaitlistStack();
const { join, entry, setUpstream, ask, offers, waitlist, ops } = stack;
const hourMs = 60 * 60_000;

beforeEach(() => stack.reset());

/** Adds a person to the list of a sold-out batch and offers them seats. @returns the token of the offer */
async function offered(seats: number, free = seats) {
  setUpstream({ seats_left: 0 });
  const { id } = await join(seats);
  setUpstream({ seats_left: free });
  await waitlist.offerSeats();
  const { token } = await entry(id);
  if (!token) throw new Error('no offer');
  return { id, token };
}

const states = async () => (await stack.entries()).map(({ seats, state }) => `${seats} ${state}`);
const stateOf = async (token: string) =>
  (await offers.get(`/api/waitlist/${token}`).expect(200)).body.data.state;

describe('free seats', () => {
  it('are offered in the sequence in which people joined, once to each entry', async () => {
    setUpstream({ seats_left: 0 });
    for (const seats of [2, 1, 2]) await join(seats);
    await waitlist.offerSeats();
    expect(await states()).toEqual(['2 waiting', '1 waiting', '2 waiting']);
    setUpstream({ seats_left: 3 });
    expect(await waitlist.offerSeats()).toBe(2);
    expect(await waitlist.offerSeats()).toBe(0);
    expect(await states()).toEqual(['2 offered', '1 offered', '2 waiting']);
    // The seats are reserved.
    expect((await ask(1).expect(409)).body.message).toContain('sold out');
  });

  it('pass over entries that request more seats than are free, record it once, and keep their position', async () => {
    setUpstream({ seats_left: 0 });
    const { id: many } = await join(3);
    const { id: one } = await join(1);
    setUpstream({ seats_left: 2 });
    await waitlist.offerSeats();
    const passed = await entry(many);
    expect(passed).toMatchObject({
      state: 'waiting',
      passed_over_seats: 2,
      passed_over_at: expect.any(Date),
    });
    expect((await entry(one)).state).toBe('offered');
    await waitlist.offerSeats();
    expect((await entry(many)).passed_over_at).toEqual(passed.passed_over_at);
    setUpstream({ seats_left: 4 });
    await waitlist.offerSeats();
    expect((await entry(many)).state).toBe('offered');
    expect(await states()).toEqual(['3 offered', '1 offered']);
  });

  it('are not offered while sales are closed, neither in turn nor by an operator', async () => {
    setUpstream({ seats_left: 0 });
    const { id } = await join(1);
    setUpstream({ seats_left: 1 });
    await setSales(stack.database, false, 'meera@academy.example');
    expect(await waitlist.offerSeats()).toBe(0);
    expect(await ops('offer', id)).toMatchObject({
      status: 1,
      text: expect.stringContaining('Sales are closed'),
    });
    await setSales(stack.database, true, 'meera@academy.example');
    expect(await waitlist.offerSeats()).toBe(1);
  });

  it('become free when a hold expires', async () => {
    setUpstream({ seats_left: 2 });
    await ask(2).expect(200);
    const { answer, id } = await join(2);
    expect(answer.status).toBe(1);
    await waitlist.offerSeats();
    expect((await entry(id)).state).toBe('waiting');
    await stack.setClock(16 * 60_000);
    await stack.checkout.releaseHolds();
    await waitlist.offerSeats();
    expect((await entry(id)).state).toBe('offered');
  });

  it('of a batch that has begun are not offered', async () => {
    setUpstream({ seats_left: 0 });
    const { id } = await join(1);
    setUpstream({ seats_left: 5 }, { start_date: '2020-01-01' });
    await waitlist.offerSeats();
    expect(await entry(id)).toMatchObject({
      state: 'closed',
      note: expect.stringContaining('no longer available'),
    });
  });

  it('wait for the next run while the upstream is down', async () => {
    setUpstream({ seats_left: 0 });
    await join(1);
    setUpstream({ seats_left: 1 });
    stack.upstream.onSchedule = 'http_500';
    expect(await waitlist.offerSeats()).toBe(0);
    stack.upstream.onSchedule = 'fine';
    expect(await waitlist.offerSeats()).toBe(1);
  });
});

describe('an offer', () => {
  it('is readable without personal data, and reading changes nothing', async () => {
    const { token } = await offered(2);
    const answer = await offers.get(`/api/waitlist/${token}`).expect(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(answer.body.data).toMatchObject({
      state: 'open',
      course_name: 'Leading SAFe',
      start_date: '2099-12-05',
      number_of_course: 2,
      checkout_path: expect.stringContaining(`offer=${token}`),
    });
    expect(answer.text).not.toMatch(/waiting-|Asha/);
    await offers.get(`/api/waitlist/${token}/decline`).expect(404);
    expect(await stateOf(token)).toBe('open');
    await offers.get(`/api/waitlist/${'0'.repeat(40)}`).expect(404);
    await offers.get('/api/waitlist/mine').expect(404);
  });

  it('is accepted by an order, which holds its seats', async () => {
    const { id, token } = await offered(2);
    await ask(2).expect(409);
    const { body } = await ask(2, { offer: token }).expect(200);
    expect(await stateOf(token)).toBe('ordered');
    const twice = await ask(2, { offer: token }).expect(409);
    expect(twice.body.message).toContain('an unpaid order of yours');
    const paid = await stack.pay(body.data.order_id);
    await stack.http.post('/api/booking').send(paid).expect(200);
    setUpstream({ seats_left: 0 });
    await waitlist.offerSeats();
    expect((await entry(id)).state).toBe('taken');
    expect(await stateOf(token)).toBe('taken');
    await ask(1).expect(409);
  });

  it('is open again if its order was not paid, and its seats stay reserved', async () => {
    const { token } = await offered(1);
    await ask(1, { offer: token }).expect(200);
    await stack.setClock(16 * 60_000);
    await stack.checkout.releaseHolds();
    expect(await stateOf(token)).toBe('open');
    await ask(1).expect(409);
    await ask(1, { offer: token }).expect(200);
  });

  it('can be ordered again immediately by replacing the earlier order', async () => {
    const { token } = await offered(1);
    const { body } = await ask(1, { offer: token }).expect(200);
    const replaces = body.data.receipt_path.split('/').at(-1);
    await ask(1, { offer: token, replaces }).expect(200);
    expect(await stateOf(token)).toBe('ordered');
  });

  it('of which some seats are bought releases the others', async () => {
    const { token } = await offered(3);
    await ask(2, { offer: token }).expect(200);
    await ask(2).expect(409);
    await ask(1).expect(200);
  });

  it('covers a payment that arrives after its order has expired', async () => {
    const { token } = await offered(1);
    const { body } = await ask(1, { offer: token }).expect(200);
    await stack.setClock(16 * 60_000);
    await stack.checkout.releaseHolds();
    const paid = await stack.pay(body.data.order_id);
    await stack.http.post('/api/booking').send(paid).expect(200);
    await stack.workOff();
    expect((await stack.order(body.data.order_id)).state).toBe('booked');
    setUpstream({ seats_left: 0 });
    await waitlist.offerSeats();
    expect(await stateOf(token)).toBe('taken');
  });

  it('is declined once, and its seats go to the next entry', async () => {
    const { id, token } = await offered(1);
    const { id: next } = await join(1);
    const { body } = await offers.post(`/api/waitlist/${token}/decline`).expect(200);
    expect(body.data.state).toBe('declined');
    await offers.post(`/api/waitlist/${token}/decline`).expect(200);
    await waitlist.offerSeats();
    expect((await entry(id)).state).toBe('declined');
    expect((await entry(next)).state).toBe('offered');
    await ask(1, { offer: token }).expect(409);
  });

  it('that was declined is open again after an undo, while its seats are free', async () => {
    const { id, token } = await offered(2);
    const { offer_ends_at: end } = await entry(id);
    await offers.post(`/api/waitlist/${token}/decline`).expect(200);
    const { body } = await offers.post(`/api/waitlist/${token}/undo`).expect(200);
    expect(body.data).toMatchObject({ state: 'open', ends_at: end?.toISOString() });
    expect((await entry(id)).state).toBe('offered');
    // The seats are reserved again, and a second undo changes nothing.
    expect((await ask(1).expect(409)).body.message).toContain('sold out');
    await offers.post(`/api/waitlist/${token}/undo`).expect(200);
  });

  it('that was declined stays declined after an undo if its seats went to the next entry', async () => {
    const { token } = await offered(1);
    await join(1);
    await offers.post(`/api/waitlist/${token}/decline`).expect(200);
    await waitlist.offerSeats();
    const { body } = await offers.post(`/api/waitlist/${token}/undo`).expect(409);
    expect(body.message).toContain('no longer available');
    expect(await stateOf(token)).toBe('declined');
  });

  it('whose seats are in an order cannot be declined', async () => {
    const { token } = await offered(1);
    await ask(1, { offer: token }).expect(200);
    const { body } = await offers.post(`/api/waitlist/${token}/decline`).expect(200);
    expect(body.data.state).toBe('ordered');
  });

  it('expires, and the same entry gets no second offer', async () => {
    const { id, token } = await offered(1);
    await stack.setClock(25 * hourMs);
    expect(await stateOf(token)).toBe('lapsed');
    await ask(1).expect(200);
    expect(await waitlist.offerSeats()).toBe(0);
    expect((await entry(id)).state).toBe('lapsed');
    const late = await ask(1, { offer: token }).expect(409);
    expect(late.body.message).toContain('The offer of these seats has ended');
  });

  it('ends if its person is erased', async () => {
    const { id } = await offered(1);
    await stack.database.updateTable('leads').set({ erased_at: new Date() }).where('id', '=', id).execute();
    await waitlist.offerSeats();
    expect((await entry(id)).state).toBe('closed');
    await ask(1).expect(200);
  });
});

describe('ops waitlist', () => {
  it('lists entries without personal data, also as one JSON object', async () => {
    setUpstream({ seats_left: 0 });
    const { id } = await join(2);
    const listed = await ops('list');
    expect(listed).toMatchObject({ status: 0, text: expect.stringContaining(id) });
    expect(listed.text).not.toMatch(/waiting-\d|Asha/);
    const { waitlist: entries } = JSON.parse((await ops('list', '--json', '--batch', '101417991205')).text);
    expect(entries).toMatchObject([{ id, batch_id: 101417991205, seats: 2, state: 'waiting', link: null }]);
    expect(JSON.parse((await ops('--json', '--batch', '1')).text)).toEqual({ waitlist: [] });
  });

  it('offers out of turn, prints the link, and prints it again', async () => {
    setUpstream({ seats_left: 0 });
    await join(1);
    const { id } = await join(1);
    expect(await ops('offer', id)).toMatchObject({
      status: 1,
      text: expect.stringContaining('Free seats: 0'),
    });
    setUpstream({ seats_left: 1 });
    const first = await ops('offer', id);
    expect(first.text).toMatch(new RegExp(`${id}  https://academy.example/waitlist/[0-9a-f]{40}`));
    expect((await ops('offer', id)).text).toBe(first.text);
    const json = JSON.parse((await ops('offer', id, '--json')).text);
    expect(json.waitlist).toMatchObject([
      { id, state: 'offered', link: expect.stringContaining('/waitlist/') },
    ]);
  });

  it('offers in turn, and closes entries', async () => {
    setUpstream({ seats_left: 0 });
    const { id } = await join(1);
    setUpstream({ seats_left: 1 });
    expect((await ops('offer')).text).toContain(`${id}  https://academy.example/waitlist/`);
    expect(await ops('close', id)).toMatchObject({ status: 2 });
    expect(await ops('close', id, '--note', 'called us')).toMatchObject({ status: 0 });
    expect(await entry(id)).toMatchObject({ state: 'closed', note: 'called us' });
    expect(await ops('close', id, '--note', 'called us')).toMatchObject({ status: 1 });
    expect(await ops('offer', id)).toMatchObject({ status: 1, text: expect.stringContaining('closed') });
    await ask(1).expect(200);
  });

  it.each([['list', 'x'], ['offer', 'x'], ['close'], ['gone'], ['list', '--batch', 'x'], ['offer', '--all']])(
    'refuses %j %j %j',
    async (...args) => {
      expect(await ops(...args)).toMatchObject({ status: 2 });
    },
  );
});
