/** Who sits in the seats: replaces people, and fills empty places. */
import type { OrderPage } from '@meridian/contracts/console/orders';
import { TextField } from '@meridian/ui/text-field';
import { ActDialog } from '../../parts/act.tsx';
import { textOf } from '../../parts/form-fields.tsx';
import { orderTags } from './order-tags.ts';

export function AttendeesDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const places = order.seats - order.cancelled_seats;
  const rows = Array.from({ length: places }, (_, index) => ({
    index,
    person: order.attendees[index] ?? { name: '', email: '' },
  }));
  return (
    <ActDialog
      title="Change the attendees"
      label="Save the list"
      path={`/orders/${order.id}/attendees`}
      changes={orderTags}
      bodyOf={(form) => ({
        attendees: rows.flatMap(({ index }) => {
          const [name, email] = [textOf(form, `name-${index}`), textOf(form, `email-${index}`)];
          return name === undefined && email === undefined ? [] : [{ name: name ?? '', email: email ?? '' }];
        }),
      })}
      consequences={[
        'Who is new gets a mail with the invitation; who is left out gets a cancellation. The payer gets none.',
        'An empty row is an empty place.',
        'The upstream is told by itself where it takes changes; otherwise a case says so.',
      ]}
      onClose={onClose}
    >
      {rows.map(({ index, person }) => (
        <fieldset key={index} className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">Place {index + 1}</legend>
          <TextField
            id={`name-${index}`}
            name={`name-${index}`}
            label={`Name, place ${index + 1}`}
            defaultValue={person.name}
            autoComplete="off"
            optional
          />
          <TextField
            id={`email-${index}`}
            name={`email-${index}`}
            type="email"
            label="E-mail"
            defaultValue={person.email}
            autoComplete="off"
            optional
          />
        </fieldset>
      ))}
    </ActDialog>
  );
}
