import type { ReadAnswer } from '@meridian/contracts/pages/renderer';
import { describe, expect, it } from 'vitest';
import { startQuery } from '../api/route-query.ts';
import { settledState, settleQuery } from '../api/settled-queries.ts';
import { createStore } from '../api/store.ts';
import type { TransportContext } from '../api/transport.ts';
import { layoutQueries, queriesOf as queriesOfMatch } from './queries.ts';
import { matchRoute, routes } from './routes.ts';

const params: Readonly<Record<string, string>> = { courseId: '101', seoSlug: 'a-post', token: 'a-token' };
const addresses = routes.map(({ path }) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? name),
);

/** The lists of schedule and blog; other reads take any data. */
const data = { course_schedule: [], total_schedule: 0, latest_blog: [], total_blog: 0 };

const answers: Readonly<Record<string, () => Promise<ReadAnswer>>> = {
  data: async () => ({ status: 1, message: '', data }),
  'a refusal': async () => ({ status: 0, message: 'We cannot take this right now.' }),
  'a missing thing': async () => ({ status: 0, message: 'Not found', missing: true }),
  'no answer': () => Promise.reject(new TypeError('fetch failed')),
};

function queriesOf(address: string) {
  return [...layoutQueries(), ...queriesOfMatch(matchRoute(address))];
}

/** The entries of a store without times and request ids. */
function entriesOf({ getState }: ReturnType<typeof createStore>) {
  const entries: [string, object | undefined][] = Object.entries(getState().api.queries);
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const { requestId: _id, startedTimeStamp: _start, ...kept } = entry as Record<string, unknown>;
      return [key, kept.fulfilledTimeStamp ? { ...kept, fulfilledTimeStamp: 1 } : kept];
    }),
  );
}

describe.each(Object.keys(answers))('queries settled with %s', (kind) => {
  const read = answers[kind] as () => Promise<ReadAnswer>;
  const context: TransportContext = { read, readReceipt: async () => undefined };

  it.each(addresses)('have the state of a store that runs them: %s', async (address) => {
    const queries = queriesOf(address);
    const settled = await Promise.all(queries.map((query) => settleQuery(query, context)));
    const store = createStore(context);
    const outcomes = await Promise.all(queries.map((query) => startQuery(store.dispatch, query)));
    expect(settledState(settled).api.queries).toEqual(entriesOf(store));
    expect(settled.map(({ error }) => error)).toEqual(outcomes.map(({ error }) => error));
  });
});

it.each(addresses)('a store that begins with the settled queries of %s repeats no read', async (address) => {
  const queries = queriesOf(address);
  const read = answers.data as () => Promise<ReadAnswer>;
  const readReceipt = async () => ({}) as never;
  const settled = await Promise.all(queries.map((query) => settleQuery(query, { read, readReceipt })));
  const again = () => Promise.reject(new Error('read again'));
  const store = createStore({ read: again, readReceipt: again }, settledState(settled));
  const outcomes = await Promise.all(queries.map((query) => startQuery(store.dispatch, query)));
  expect(outcomes.flatMap(({ error }) => error ?? [])).toEqual([]);
});
