/** Dialogs that create batches: one, a series, a copy, or an import from a spreadsheet. */
import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { PreviewRequest } from '@meridian/contracts/operators/actions';
import type { BatchBoard } from '@meridian/contracts/operators/console/batches';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Facts } from '../../parts/facts.tsx';
import { numberOf, SelectField, TextField, textOf } from '../../parts/form-fields.tsx';
import { ImportDialog } from '../../parts/import-dialog.tsx';
import { TwoSteps } from '../../parts/two-steps.tsx';
import { type BatchDraft, BatchFields, fieldsOf } from './batch-fields.tsx';
import { formatHours } from './class-hours.ts';
import { DaysField } from './days-field.tsx';

const emptyDraft: BatchDraft = {
  course_id: 0,
  class_days: [''],
  start_time: '09:00',
  end_time: '17:00',
  mode: 'online',
  city: null,
  venue_state: null,
  trainer: '',
  fee: 0,
  discount_fee: 0,
  seats: 20,
  joining: null,
  on_sale: true,
};

const datesText = (days: readonly string[]) => days.map(formatDay).join(', ');

function Repeat() {
  return (
    <details>
      <summary className="min-h-10 content-center font-semibold text-brand-strong">Repeat</summary>
      <div className="grid gap-3 pt-2 sm:grid-cols-2">
        <TextField
          id="every_weeks"
          name="every_weeks"
          type="number"
          min={1}
          max={52}
          label="Weeks between batches"
          optional
        />
        <TextField id="until" name="until" type="date" label="Last start date" optional />
        <TextField
          id="except"
          name="except"
          label="Holidays to skip, such as 2026-12-25 2027-01-26"
          optional
        />
      </div>
    </details>
  );
}

function repeatOf(form: FormData) {
  const weeks = numberOf(form, 'every_weeks');
  if (weeks === undefined) return undefined;
  return {
    every_weeks: weeks,
    until: textOf(form, 'until') ?? '',
    except: (textOf(form, 'except') ?? '').split(/[\s,;]+/).filter(Boolean),
  };
}

/** Values that are the same in all created batches. */
function Summary({
  planned,
  course,
}: {
  planned: PreviewRequest<'batches.create'>;
  course: BatchBoard['courses'][number] | undefined;
}) {
  const { mode, city, trainer, seats, on_sale: isOnSale } = planned;
  return (
    <Facts
      facts={[
        ['Course', course?.name],
        ['Hours', formatHours(planned)],
        ['Place', mode === 'classroom' ? `Classroom, ${city ?? ''}` : 'Live online'],
        ['Trainer', trainer],
        ['Seats', seats ?? 'not counted'],
        [
          'Price',
          course &&
            `${formatRupees(course.discount_fee)} + GST, the price of the course. An operator with the role finance can change it afterwards`,
        ],
        ['Sale', isOnSale ? 'starts immediately' : 'does not start yet: put the batch on sale on its page'],
      ]}
    />
  );
}

/** @param props.draft values of the batch to copy */
export function CreateBatches({
  board,
  draft = emptyDraft,
  onClose,
}: {
  board: Pick<BatchBoard, 'courses' | 'trainers'>;
  draft?: BatchDraft | undefined;
  onClose(): void;
}) {
  const [days, setDays] = useState<string[]>([...draft.class_days]);
  const navigate = useNavigate();
  return (
    <TwoSteps
      action="batches.create"
      title="New batch"
      inputOf={(form) => ({
        course: numberOf(form, 'course') ?? 0,
        class_days: days,
        ...fieldsOf(form),
        repeat: repeatOf(form),
      })}
      show={({ dates = [], left_out: leftOut = [] }, input) => (
        <>
          <Summary planned={input} course={board.courses.find(({ id }) => id === input.course)} />
          <ul aria-label="Batches to be created" className="grid gap-1">
            {dates.map((batch) => (
              <li key={batch[0]}>{datesText(batch)}</li>
            ))}
          </ul>
          {leftOut.length > 0 ? <p>Skipped because of holidays: {datesText(leftOut)}.</p> : null}
        </>
      )}
      labelOf={({ dates = [] }) => (dates.length === 1 ? 'Create batch' : `Create ${dates.length} batches`)}
      onDone={({ batches: [batch, ...others] }) => {
        if (batch && others.length === 0) void navigate(`/batches/${batch.id}`);
      }}
      onClose={onClose}
    >
      <SelectField id="course" name="course" label="Course" defaultValue={draft.course_id || undefined}>
        {board.courses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <DaysField days={days} onChange={setDays} />
      <BatchFields draft={draft} trainers={board.trainers} />
      <Repeat />
    </TwoSteps>
  );
}

export const ImportBatches = ({ onClose }: { onClose(): void }) => (
  <ImportDialog
    action="batches.import"
    title="Import batches"
    label="Create batches"
    consequences="The new batches get the prices of their courses."
    columns="The first line has the columns: course, class days, start time, end time, mode, city, state, trainer, seats, joining, on sale. Separate the days with spaces. Give the course by its name or id."
    onClose={onClose}
  />
);
