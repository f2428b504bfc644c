import { expect, it } from 'vitest';
import { type MailEvent, mailEvents, mailStates, nextState } from './mail-state.ts';

/** A column for each event, in the order of `mailEvents`; `.` is without effect. */
const table = {
  //        accepted deferred refused  dropped  bounced  resent
  due: ['sent', '.', 'refused', 'dropped', '.', '.'],
  sent: ['.', '.', '.', '.', 'bounced', 'due'],
  refused: ['.', '.', '.', '.', '.', 'due'],
  dropped: ['.', '.', '.', '.', '.', 'due'],
  bounced: ['.', '.', '.', '.', '.', 'due'],
};

it.each(mailStates)('%s leads only forward, but for an operator', (state) => {
  expect(mailEvents).toEqual<MailEvent[]>([
    ...(['accepted', 'deferred', 'refused', 'dropped', 'bounced', 'resent'] as const),
  ]);
  const after = mailEvents.map((event) => nextState(state, event));
  expect(after).toEqual(table[state].map((next) => (next === '.' ? state : next)));
});
