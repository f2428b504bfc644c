import { describe, expect, it } from 'vitest';
import { attendeeList, sameEmail } from './attendees.ts';
import { checkoutRequest } from './orders.ts';

const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
const zoe = { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' };

function faultsOf(value: unknown) {
  const { error } = attendeeList.safeParse(value);
  return error?.issues.map(({ path, message }) => [path.join('.'), message]);
}

describe('a list of people', () => {
  it('is cleaned of invisible characters from copying, and keeps accents', () => {
    const pasted = { name: '\ufeff Zoë  Łukasiewicz\u00a0', email: 'mailto:zoe@example.com', role: 'Coach' };
    expect(attendeeList.parse([pasted])).toEqual([{ name: 'Zoë  Łukasiewicz', email: 'zoe@example.com' }]);
  });

  it('may have empty rows, which are ignored', () => {
    expect(attendeeList.parse([null, ravi, { name: '', email: '' }, {}, zoe])).toEqual([ravi, zoe]);
  });

  it.each([
    ['no name', [ravi, { name: ' ', email: 'a@example.com' }], ['1.name', 'Name is required']],
    ['no address', [ravi, {}, { name: 'Asha' }], ['2.email', 'Email is required']],
    ['an invalid address', [{ ...ravi, email: 'ravi' }], ['0.email', 'Email address is invalid']],
    ['a repeated address', [ravi, zoe, { ...zoe, email: 'RAVI@example.com' }], ['2.email', sameEmail]],
    ['a row that is not an object', ['Ravi'], ['0', expect.any(String)]],
    ['not a list', 'Ravi', ['', 'Attendees are a list of names and email addresses']],
  ])('reports the error at its row: %s', (_what, rows, fault) => {
    expect(faultsOf(rows)).toEqual([fault]);
  });

  it.each([[undefined], [null], ['']])('is optional at the checkout: %j', (attendees) => {
    const contact = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', phone_number: '1' };
    const ids = { course_id: 101, course_schedule_id: 101417991205, number_of_course: 2 };
    expect(checkoutRequest.parse({ ...ids, ...contact, attendees }).attendees).toBeUndefined();
  });
});
