import { expect, it } from 'vitest';
import { describeAudience } from './message.ts';

const none = { addresses: 5, suppressed: 0, already: 0, unbooked: 0 };

it.each([
  [none, ['5 addresses']],
  [
    { ...none, already: 1, suppressed: 1, unbooked: 1 },
    [
      '4 of 5 addresses',
      '1 address already received this message and will not get it again',
      '1 address suppressed: no email is sent there (see Emails)',
      '1 order is not booked yet, and left out',
    ],
  ],
  [
    { ...none, already: 2, suppressed: 2, unbooked: 2 },
    [
      '3 of 5 addresses',
      '2 addresses already received this message and will not get it again',
      '2 addresses suppressed: no email is sent there (see Emails)',
      '2 orders are not booked yet, and left out',
    ],
  ],
])('describes an audience of one or several addresses: %o', (audience, lines) => {
  expect(describeAudience(audience)).toEqual(lines);
});
