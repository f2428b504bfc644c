/** Changes the attendees of an order: replaces people, and names people for empty seats. */
import type { OrderPage } from '@meridian/contracts/operators/console/orders';
import { ActionDialog } from '../../parts/act.tsx';
import { TextField, textOf } from '../../parts/form-fields.tsx';

export function AttendeesDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const places = order.seats - order.cancelled_seats;
  const rows = Array.from({ length: places }, (_, index) => ({
    index,
    person: order.attendees[index] ?? { name: '', email: '' },
  }));
  return (
    <ActionDialog
      action="orders.set-attendees"
      title="Change attendees"
      label="Save attendees"
      inputOf={(form) => ({
        id: order.id,
        note: textOf(form, 'note') ?? '',
        attendees: rows.flatMap(({ index }) => {
          const [name, email] = [textOf(form, `name-${index}`), textOf(form, `email-${index}`)];
          return name === undefined && email === undefined ? [] : [{ name: name ?? '', email: email ?? '' }];
        }),
      })}
      asksWhy
      consequences={[
        'New attendees get an email with the dates and a calendar file. Removed attendees get a cancellation. The payer gets no email.',
        'An empty row is a seat without a name.',
        'The upstream gets the list if it supports changes; otherwise a case opens.',
      ]}
      onClose={onClose}
    >
      {rows.map(({ index, person }) => (
        <fieldset key={index} className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">Seat {index + 1}</legend>
          <TextField
            id={`name-${index}`}
            name={`name-${index}`}
            label={`Name, seat ${index + 1}`}
            defaultValue={person.name}
            autoComplete="off"
            optional
          />
          <TextField
            id={`email-${index}`}
            name={`email-${index}`}
            type="email"
            label={`Email, seat ${index + 1}`}
            defaultValue={person.email}
            autoComplete="off"
            optional
          />
        </fieldset>
      ))}
    </ActionDialog>
  );
}
