import { expect, it } from 'vitest';
import { type MailEvent, mailEvents, mailStates, nextState } from './mail-state.ts';

/** State after each event: one column for each of `mailEvents`; `.` means no effect. */
const table = {
  //        accepted deferred refused  dropped  bounced  resent
  due: ['sent', '.', 'refused', 'dropped', '.', '.'],
  sent: ['.', '.', '.', '.', 'bounced', 'due'],
  refused: ['.', '.', '.', '.', '.', 'due'],
  dropped: ['.', '.', '.', '.', '.', 'due'],
  bounced: ['.', '.', '.', '.', '.', 'due'],
};

it.each(mailStates)('a %s email changes only to the states in the table', (state) => {
  expect(mailEvents).toEqual<MailEvent[]>([
    ...(['accepted', 'deferred', 'refused', 'dropped', 'bounced', 'resent'] as const),
  ]);
  const after = mailEvents.map((event) => nextState(state, event));
  expect(after).toEqual(table[state].map((next) => (next === '.' ? state : next)));
});
