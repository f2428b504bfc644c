/** `ops orders move` and `ops orders attendees`: another batch for a booking, or other people in its seats. */
import { attendeeList } from '@meridian/contracts/checkout/attendees';
import { orRefused, printAnswer } from './answer.ts';
import { type Use, wrong } from './orders-use.ts';

const person = /^\s*(.+?)\s*<([^<>\s]+)>\s*$/;

function tell(use: Use, change: () => Promise<string>): Promise<number> {
  return orRefused(use, async () => {
    const done = await change();
    printAnswer(use.print, use.json, { done }, [done]);
    return 0;
  });
}

export async function move(
  use: Use,
  orderId: string,
  { batch = '', note = '' }: { batch?: string | undefined; note?: string | undefined },
): Promise<number> {
  if (!/^\d{1,15}$/.test(batch) || note.trim() === '')
    return wrong(use, 'To which batch? --batch ID, and say why with --note.');
  return tell(use, () => use.deps.bookingChanges.move(Number(batch), { orderId, note: note.trim() }));
}

export async function attendees(
  use: Use,
  orderId: string,
  { attendee = [], note = '' }: { attendee?: string[] | undefined; note?: string | undefined },
): Promise<number> {
  const people = attendeeList.safeParse(
    attendee.map((text) => {
      const [, name = '', email = ''] = person.exec(text) ?? [];
      return { name, email };
    }),
  );
  if (!people.success || people.data.length === 0 || note.trim() === '')
    return wrong(
      use,
      'Who attends from now on? --attendee "Name <address>" for each, and say why with --note.',
    );
  return tell(use, () =>
    use.deps.bookingChanges.replaceAttendees(people.data, { orderId, note: note.trim() }),
  );
}
