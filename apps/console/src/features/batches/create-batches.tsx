/** New batches: one, repeated over a period, a copy, or those of a spreadsheet. */
import { formatDay } from '@meridian/contracts/format-time';
import type { BatchBoard } from '@meridian/contracts/operators/console/batches';
import { useState } from 'react';
import { numberOf, SelectField, TextAreaField, TextField, textOf } from '../../parts/form-fields.tsx';
import { TwoSteps } from '../../parts/two-steps.tsx';
import { type BatchDraft, BatchFields, fieldsOf } from './batch-fields.tsx';
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
      <summary className="min-h-10 content-center font-semibold text-brand-strong">Repeat it</summary>
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
        <TextField id="except" name="except" label="Holidays, such as 2026-12-25 2027-01-26" optional />
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

/** @param props.draft of a batch that is copied */
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
      show={({ dates = [], left_out: leftOut = [] }) => (
        <>
          <ul aria-label="Batches to be created" className="grid gap-1">
            {dates.map((batch) => (
              <li key={batch[0]}>{datesText(batch)}</li>
            ))}
          </ul>
          {leftOut.length > 0 ? <p>Left out for holidays: {datesText(leftOut)}.</p> : null}
          <p className="text-sm text-ink-soft">
            The price is that of the course. Finance can change it afterwards.
          </p>
        </>
      )}
      labelOf={({ dates = [] }) => (dates.length === 1 ? 'Create batch' : `Create ${dates.length} batches`)}
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

export function ImportBatches({ onClose }: { onClose(): void }) {
  const [csv, setCsv] = useState('');
  return (
    <TwoSteps
      action="batches.import"
      title="Import batches"
      inputOf={() => ({ csv })}
      show={({ batches = 0, faults = [] }) =>
        faults.length === 0 ? (
          <p>
            {batches} {batches === 1 ? 'batch is' : 'batches are'} created, at the prices of their courses.
          </p>
        ) : (
          <ul aria-label="Faults" className="grid gap-1">
            {faults.map(({ line, column, message }) => (
              <li key={`${line} ${column} ${message}`}>
                Line {line}
                {column ? `, ${column}` : ''}: {message}
              </li>
            ))}
          </ul>
        )
      }
      labelOf={({ batches = 0, faults = [] }) =>
        faults.length > 0 ? null : `Create ${batches} ${batches === 1 ? 'batch' : 'batches'}`
      }
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">
        The first line has the columns: course, class days, start time, end time, mode, city, state, trainer,
        seats, joining, on sale. Days are separated by spaces; a course is its name or id.
      </p>
      <label className="grid gap-1 text-sm font-semibold">
        File (CSV)
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={({ target }) => void target.files?.[0]?.text().then(setCsv)}
        />
      </label>
      <TextAreaField
        id="csv"
        name="csv"
        label="Or paste the lines"
        rows={8}
        value={csv}
        onChange={({ target }) => setCsv(target.value)}
        required
      />
    </TwoSteps>
  );
}
