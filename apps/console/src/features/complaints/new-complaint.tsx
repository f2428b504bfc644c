/** Records a complaint received by email, phone or letter. */
import type { ActionRequest } from '@meridian/contracts/operators/actions';
import type { ComplaintRow } from '@meridian/contracts/operators/actions/complaints';
import { ActionDialog } from '../../parts/act.tsx';
import { SelectField, TextAreaField, TextField, textOf } from '../../parts/form-fields.tsx';
import { channelNames } from './complaint-clock.tsx';

/** Reads the form. Day and time in it are IST. */
function inputOf(form: FormData): ActionRequest<'complaints.add'> {
  const received = textOf(form, 'received');
  return {
    channel: textOf(form, 'channel') as ComplaintRow['channel'],
    matter: textOf(form, 'matter') ?? '',
    name: textOf(form, 'name'),
    email: textOf(form, 'email'),
    phone: textOf(form, 'phone'),
    order: textOf(form, 'order'),
    received: received && `${received}:00+05:30`,
  };
}

export function NewComplaint({ onClose }: { onClose(): void }) {
  return (
    <ActionDialog
      title="Record a complaint"
      label="Record complaint"
      action="complaints.add"
      inputOf={inputOf}
      consequences={[
        'The complaint gets a number. It must be acknowledged within 48 hours of receipt, and answered within one month of receipt',
        'No email is sent: write to the person, and state the number',
      ]}
      onClose={onClose}
    >
      <SelectField id="channel" name="channel" label="Channel" defaultValue="mail">
        {Object.entries(channelNames).map(([channel, text]) => (
          <option key={channel} value={channel}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextAreaField id="matter" name="matter" label="Complaint" maxLength={5_000} required />
      <TextField
        id="received"
        name="received"
        type="datetime-local"
        label="Received (IST; leave empty for now)"
        optional
      />
      <TextField id="name" name="name" label="Name" maxLength={150} autoComplete="off" optional />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField id="email" name="email" type="email" label="Email" autoComplete="off" optional />
        <TextField id="phone" name="phone" type="tel" label="Phone" autoComplete="off" optional />
      </div>
      <TextField id="order" name="order" label="Booking number" autoComplete="off" optional />
    </ActionDialog>
  );
}
