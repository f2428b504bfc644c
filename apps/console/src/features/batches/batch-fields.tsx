/** Form fields for creating and changing a batch. */
import { states } from '@meridian/contracts/enrolment/states';
import type { BatchBoard } from '@meridian/contracts/operators/console/batches';
import type { EditableBatch } from '@meridian/contracts/site/schedule/batch-editing';
import { CheckboxField } from '@meridian/ui/checkbox-field';
import { useState } from 'react';
import { numberOf, SelectField, TextAreaField, TextField, textOf } from '../../parts/form-fields.tsx';
import { TimeFields } from './days-field.tsx';

/** Initial values of the form. */
export type BatchDraft = Omit<EditableBatch, 'id' | 'version' | 'booked' | 'sold_elsewhere' | 'course_name'>;

/** @returns the values of the form's fields, without the days of class */
export function fieldsOf(form: FormData) {
  const mode = form.get('mode') === 'classroom' ? ('classroom' as const) : ('online' as const);
  const isClassroom = mode === 'classroom';
  return {
    start_time: textOf(form, 'start_time') ?? '',
    end_time: textOf(form, 'end_time') ?? '',
    mode,
    city: isClassroom ? (textOf(form, 'city') ?? null) : null,
    venue_state: isClassroom ? (textOf(form, 'venue_state') ?? null) : null,
    online_class_room: textOf(form, 'online_class_room'),
    trainer: textOf(form, 'trainer') ?? '',
    seats: numberOf(form, 'seats') ?? null,
    joining: textOf(form, 'joining') ?? null,
    on_sale: form.get('on_sale') === 'on',
  };
}

/**
 * @param props.isFrozen true if seats are sold, held or offered, so that place, days and times cannot be
 *   changed here
 */
export function BatchFields({
  draft,
  trainers,
  isFrozen = false,
}: {
  draft: BatchDraft;
  trainers: BatchBoard['trainers'];
  isFrozen?: boolean;
}) {
  const [mode, setMode] = useState(draft.mode);
  return (
    <>
      {isFrozen ? (
        <p className="text-sm text-ink-soft">
          Seats are sold or held: the place cannot be changed. To change days or times, use Postpone.
        </p>
      ) : null}
      <div className={isFrozen ? 'hidden' : 'grid gap-3 sm:grid-cols-2'}>
        <TimeFields start={draft.start_time} end={draft.end_time} />
        <SelectField
          id="mode"
          name="mode"
          label="Place"
          value={mode}
          onChange={({ target }) => setMode(target.value === 'classroom' ? 'classroom' : 'online')}
        >
          <option value="online">Live online</option>
          <option value="classroom">Classroom</option>
        </SelectField>
        {mode === 'classroom' ? (
          <>
            <TextField
              id="city"
              name="city"
              label="City"
              defaultValue={draft.city ?? ''}
              required={!isFrozen}
            />
            <SelectField
              id="venue_state"
              name="venue_state"
              label="State (place of supply)"
              defaultValue={draft.venue_state ?? ''}
            >
              {states
                .filter(({ code }) => code !== '96')
                .map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
            </SelectField>
          </>
        ) : null}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField id="trainer" name="trainer" label="Trainer" defaultValue={draft.trainer}>
          {[...new Set([draft.trainer, ...trainers])].filter(Boolean).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <TextField
          id="seats"
          name="seats"
          type="number"
          min={0}
          label="Seats (leave empty if not counted)"
          defaultValue={draft.seats ?? ''}
          optional
        />
        <TextField
          id="online_class_room"
          name="online_class_room"
          label="Room that visitors see, such as Zoom"
          defaultValue={draft.online_class_room ?? ''}
          maxLength={200}
          optional
        />
      </div>
      <TextAreaField
        id="joining"
        name="joining"
        label="How to join (shown to payers and attendees only)"
        rows={3}
        maxLength={4_000}
        defaultValue={draft.joining ?? ''}
        optional
      />
      <CheckboxField
        id="on_sale"
        name="on_sale"
        label="On sale: the site offers the batch"
        defaultChecked={draft.on_sale}
        optional
      />
    </>
  );
}
