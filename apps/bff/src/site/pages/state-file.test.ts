import type { RenderedPage } from '@meridian/contracts/site/renderer';
import { expect, it } from 'vitest';
import { makeStateFile, pageOfState, recentStates, type StateFile, stateAt } from './state-file.ts';

const page: RenderedPage = {
  status: 200,
  head: '',
  bodyClass: '',
  html: '',
  state: 'x'.repeat(10_000),
  modules: [],
  cache: 'public',
  noindex: false,
  payment: false,
};

function stateOf(version: string): StateFile {
  const state = makeStateFile('/a', { ...page, state: page.state + version }, {});
  if (!state) throw new Error('There is no file');
  return state;
}

it('the state of a small, personal or missing page stays inline', () => {
  for (const change of [{ state: '{}' }, { cache: 'private' }, { status: 404 }, { status: 503 }] as const)
    expect(makeStateFile('/a', { ...page, ...change }, {})).toBeUndefined();
});

it('the URL of a state file contains a hash of its content, and the path of its page', () => {
  const { address } = stateOf('1');
  expect(address).toBe(stateOf('1').address);
  expect(address).not.toBe(stateOf('2').address);
  expect(pageOfState(address)).toBe('/a');
  expect(pageOfState('/page-state/short/a')).toBeUndefined();
});

it('a page keeps its current and previous state; unchanged content keeps its compressed copies', () => {
  const [first, second, third] = [stateOf('1'), stateOf('2'), stateOf('3')];
  const states = recentStates(third, recentStates(second, recentStates(first)));
  expect(states).toEqual([third, second]);
  expect(stateAt({ states }, second.address)).toBe(second);
  expect(stateAt({ states }, first.address)).toBeUndefined();
  const again = recentStates(stateOf('3'), states);
  expect(again[0]).toBe(third);
  expect(again[1]).toBe(second);
});
