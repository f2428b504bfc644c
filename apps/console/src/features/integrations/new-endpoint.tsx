import { subscribableEvents } from '@meridian/contracts/integrations/webhook-events';
import { CheckboxField } from '@meridian/ui/checkbox-field';
import { useState } from 'react';
import { ActionDialog } from '../../parts/act.tsx';
import { TextField, Tick, textOf } from '../../parts/form-fields.tsx';

export function NewEndpoint({ onClose, onSecret }: { onClose(): void; onSecret(secret: string): void }) {
  const [events, setEvents] = useState<typeof subscribableEvents>([]);
  return (
    <ActionDialog
      title="New endpoint"
      label="Add endpoint"
      action="webhooks.add"
      inputOf={(form) => ({
        url: textOf(form, 'url') ?? '',
        events,
        personal_data: form.get('personal_data') === 'on',
      })}
      consequences={['Its secret is shown once, after this.']}
      onDone={({ secret }) => onSecret(secret)}
      onClose={onClose}
    >
      <TextField
        id="url"
        name="url"
        type="url"
        label="Address (https)"
        placeholder="https://example.com/webhooks"
        maxLength={1000}
        autoComplete="off"
        required
      />
      <fieldset>
        <legend className="text-sm font-semibold">Events</legend>
        <div className="grid sm:grid-cols-2">
          {subscribableEvents.map((event) => (
            <Tick
              key={event}
              name="events"
              value={event}
              checked={events.includes(event)}
              onChange={(isTicked) =>
                setEvents(isTicked ? [...events, event] : events.filter((one) => one !== event))
              }
              label={event}
            />
          ))}
        </div>
      </fieldset>
      <CheckboxField
        id="personal_data"
        name="personal_data"
        label="Send names, email addresses and phone numbers too"
        optional
      />
      <p className="text-ink-soft">
        Only for a receiver that processes them for you under a contract, for example a messaging service.
      </p>
    </ActionDialog>
  );
}
