/** Dialogs that change one batch or several batches. */
import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { BatchBoard } from '@meridian/contracts/operators/console/batches';
import type { EditableBatch } from '@meridian/contracts/site/schedule/batch-editing';
import { CheckboxField } from '@meridian/ui/checkbox-field';
import { useState } from 'react';
import { ActionDialog } from '../../parts/act.tsx';
import { plural } from '../../parts/count.ts';
import { numberOf, SelectField, TextField, textOf } from '../../parts/form-fields.tsx';
import { TwoSteps } from '../../parts/two-steps.tsx';
import { BatchFields, fieldsOf } from './batch-fields.tsx';
import { DaysField } from './days-field.tsx';

const readOf = ({ id, version }: EditableBatch) => ({ id, version });

/** @param props.isFrozen true if seats are sold, held or offered */
export function EditBatch({
  batch,
  trainers,
  isFrozen,
  onClose,
}: {
  batch: EditableBatch;
  trainers: BatchBoard['trainers'];
  isFrozen: boolean;
  onClose(): void;
}) {
  const [days, setDays] = useState<string[]>([...batch.class_days]);
  return (
    <ActionDialog
      action="batches.edit"
      title="Change the batch"
      label="Save"
      consequences={[
        'The site shows the change within two seconds, a CDN in front of it within two minutes',
        'Payers and attendees of booked orders get an email if the trainer, the room or the joining link changes',
      ]}
      inputOf={(form) => {
        const { start_time, end_time, mode, city, venue_state, ...rest } = fieldsOf(form);
        const place = { class_days: days, start_time, end_time, mode, city, venue_state };
        return { batches: [readOf(batch)], set: isFrozen ? rest : { ...rest, ...place } };
      }}
      onClose={onClose}
    >
      {isFrozen ? null : <DaysField days={days} onChange={setDays} />}
      <BatchFields draft={batch} trainers={trainers} isFrozen={isFrozen} />
    </ActionDialog>
  );
}

export function PutOnSale({ batch, onClose }: { batch: EditableBatch; onClose(): void }) {
  return (
    <ActionDialog
      action="batches.edit"
      title="Put the batch on sale"
      label="Put on sale"
      consequences={[
        `The site offers the batch at ${formatRupees(batch.discount_fee)} + GST within two seconds, a CDN in front of it within two minutes`,
      ]}
      inputOf={() => ({ batches: [readOf(batch)], set: { on_sale: true } })}
      onClose={onClose}
    />
  );
}

const keep = 'keep';

/** Sets the same values in several batches. Values that are left empty or at “No change” are kept. */
export function EditBatches({
  batches,
  trainers,
  onClose,
}: {
  batches: readonly EditableBatch[];
  trainers: BatchBoard['trainers'];
  onClose(): void;
}) {
  const title = `Change ${plural(batches.length, 'batch', 'batches')}`;
  return (
    <TwoSteps
      action="batches.edit"
      title={title}
      show={({ done, batches: changed = [] }) => (
        <>
          <p>{done} Either all batches are changed or none.</p>
          <ul aria-label="Batches after the change" className="grid gap-1 text-sm">
            {changed.map((batch) => (
              <li key={batch.id}>
                {batch.course_name}, {formatDay(batch.class_days[0] ?? '')}: {batch.trainer},{' '}
                {batch.seats === null ? 'seats not counted' : plural(batch.seats, 'seat')},{' '}
                {batch.on_sale ? 'on sale' : 'not on sale'}
              </li>
            ))}
          </ul>
        </>
      )}
      labelOf={() => title}
      inputOf={(form) => {
        const trainer = textOf(form, 'trainer');
        const seats = numberOf(form, 'seats');
        const sale = textOf(form, 'on_sale');
        return {
          batches: batches.map(readOf),
          set: {
            ...(trainer !== undefined && trainer !== keep && { trainer }),
            ...(seats !== undefined && { seats }),
            ...(sale !== undefined && sale !== keep && { on_sale: sale === 'yes' }),
          },
        };
      }}
      onClose={onClose}
    >
      <SelectField id="trainer" name="trainer" label="Trainer" defaultValue={keep}>
        <option value={keep}>No change</option>
        {trainers.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField id="seats" name="seats" type="number" min={0} label="Seats (leave empty to keep)" optional />
      <SelectField id="on_sale" name="on_sale" label="Sale" defaultValue={keep}>
        <option value={keep}>No change</option>
        <option value="yes">On sale</option>
        <option value="no">Not on sale</option>
      </SelectField>
    </TwoSteps>
  );
}

export function SetPrice({ batches, onClose }: { batches: readonly EditableBatch[]; onClose(): void }) {
  const [first] = batches;
  return (
    <ActionDialog
      action="batches.set-price"
      title={batches.length === 1 ? 'Change the price' : `Change the price of ${batches.length} batches`}
      label="Change the price"
      consequences={[
        'The new price applies to new orders. Existing bookings keep their price',
        'A visitor who is already in the checkout has to accept the new price first',
      ]}
      inputOf={(form) => ({
        batches: batches.map(readOf),
        fee: numberOf(form, 'fee') ?? 0,
        discount_fee: numberOf(form, 'discount_fee') ?? 0,
        unusual_prices: form.get('unusual_prices') === 'on',
      })}
      onClose={onClose}
    >
      <TextField
        id="discount_fee"
        name="discount_fee"
        type="number"
        step="0.01"
        min={0}
        label="Price of a seat in rupees, before GST"
        defaultValue={first?.discount_fee}
        required
      />
      <TextField
        id="fee"
        name="fee"
        type="number"
        step="0.01"
        min={0}
        label="Price without discount, crossed out"
        defaultValue={first?.fee}
        required
      />
      <CheckboxField
        id="unusual_prices"
        name="unusual_prices"
        label="The price is correct, although it differs a lot from the course price"
        optional
      />
    </ActionDialog>
  );
}
