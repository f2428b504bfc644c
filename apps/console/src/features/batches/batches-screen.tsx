/** Batches by week: how full they are, their revenue, and which decisions are due. */

import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import { addDays, dayInIndia } from '@meridian/contracts/india-time';
import type { BatchBoard, BoardRow } from '@meridian/contracts/operators/console/batches';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, followed } from '../../api/api.ts';
import { Badge } from '../../parts/badge.tsx';
import { plural } from '../../parts/count.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectField } from '../../parts/form-fields.tsx';
import { useOperator } from '../../session/session-context.ts';
import { EditBatches, SetPrice } from './change-batches.tsx';
import { formatHours } from './class-hours.ts';
import { CreateBatches, ImportBatches } from './create-batches.tsx';
import { decisionDue } from './decision-due.ts';
import { SeatCounts } from './seat-counts.tsx';
import { mondayOf } from './weeks.ts';

const shownWeeks = 6;

interface Selection {
  ids: ReadonlySet<number>;
  toggle(id: number): void;
}

function Batch({
  batch,
  today,
  selection,
}: {
  batch: BoardRow;
  today: string;
  selection?: Selection | undefined;
}) {
  const due = decisionDue(batch, today);
  const title = batch.course || `Batch ${batch.id}`;
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-b-0">
      {selection && batch.editable ? (
        <label className="flex min-h-10 min-w-6 items-start pt-1">
          <span className="sr-only">
            Select {title}, {batch.start_date ? formatDay(batch.start_date) : ''}
          </span>
          <input
            type="checkbox"
            checked={selection.ids.has(batch.id)}
            onChange={() => selection.toggle(batch.id)}
            className="size-5 accent-brand"
          />
        </label>
      ) : null}
      <div className="grid min-w-0 grow gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Link to={`/batches/${batch.id}`} className="font-semibold text-ink">
            {title}
          </Link>
          <span className="text-xs text-ink-soft">
            {batch.start_date ? formatDay(batch.start_date) : 'waiting list only'}
            {batch.start_time ? `, ${formatHours(batch)}` : ''}
          </span>
        </div>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
          <Badge state={batch.state} />
          {batch.trainer ? <span>{batch.trainer}</span> : null}
          {batch.revenue_paise > 0 ? (
            <span className="tabular-nums">{formatPaise(batch.revenue_paise)}</span>
          ) : null}
        </div>
        <SeatCounts batch={batch} />
        {due ? (
          <p className="rounded-md bg-alert-soft px-2 py-1 text-sm font-semibold text-alert-strong">{due}</p>
        ) : null}
      </div>
    </li>
  );
}

function Week({
  monday,
  batches,
  ...row
}: {
  monday: string;
  batches: readonly BoardRow[];
  today: string;
  selection?: Selection | undefined;
}) {
  return (
    <section
      aria-label={`Week of ${formatDay(monday)}`}
      className="rounded-lg border border-line bg-surface px-4 py-3"
    >
      <h2 className="text-base">Week of {formatDay(monday)}</h2>
      {batches.length === 0 ? (
        <p className="text-ink-soft">No batches.</p>
      ) : (
        <ul>
          {batches.map((batch) => (
            <Batch key={batch.id} batch={batch} {...row} />
          ))}
        </ul>
      )}
    </section>
  );
}

const link = 'flex min-h-10 items-center rounded-md px-2 font-semibold text-brand-strong hover:bg-brand-soft';

const notes: Record<Exclude<BatchBoard['upstream'], 'editable'>, string> = {
  fixed:
    'The upstream does not support editing batches: only batches with a booking, a hold or a waiting list are listed.',
  silent: 'The upstream does not answer: only batches with a booking, a hold or a waiting list are listed.',
};

type Opened = 'create' | 'import' | 'edit' | 'price';

function Actions({ board, selected }: { board: BatchBoard; selected: readonly BoardRow[] }) {
  const { may } = useOperator();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const batches = selected.flatMap(({ editable }) => editable ?? []);
  const several = plural(batches.length, 'batch', 'batches');
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setOpened('create')}>
        New batch
      </Button>
      <Button size="sm" tone="outline" onClick={() => setOpened('import')}>
        Import
      </Button>
      {batches.length > 0 ? (
        <>
          <Button size="sm" tone="outline" onClick={() => setOpened('edit')}>
            Change {several}
          </Button>
          {may('finance') ? (
            <Button size="sm" tone="outline" onClick={() => setOpened('price')}>
              Set price of {several}
            </Button>
          ) : null}
        </>
      ) : null}
      {opened === 'create' ? <CreateBatches board={board} onClose={close} /> : null}
      {opened === 'import' ? <ImportBatches onClose={close} /> : null}
      {opened === 'edit' ? <EditBatches batches={batches} trainers={board.trainers} onClose={close} /> : null}
      {opened === 'price' ? <SetPrice batches={batches} onClose={close} /> : null}
    </div>
  );
}

function Board({ board, from, today }: { board: BatchBoard; from: string; today: string }) {
  const { may } = useOperator();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const isEditable = board.upstream === 'editable' && may('desk');
  const selection = isEditable
    ? {
        ids,
        toggle: (id: number) =>
          setIds((known) => new Set(known.has(id) ? [...known].filter((one) => one !== id) : [...known, id])),
      }
    : undefined;
  const lastDay = board.batches.findLast(({ start_date: day }) => day !== null)?.start_date ?? '';
  const weeks = Array.from({ length: shownWeeks }, (_, week) => addDays(from, 7 * week))
    // If the list was cut off, weeks after its last batch may have batches, so they are not shown.
    .filter((monday) => board.more === 0 || monday <= lastDay);
  const undated = board.batches.filter((batch) => batch.start_date === null);
  const row = { today, selection };
  return (
    <>
      {isEditable ? <Actions board={board} selected={board.batches.filter(({ id }) => ids.has(id))} /> : null}
      {board.upstream === 'editable' ? null : <Notice>{notes[board.upstream]}</Notice>}
      {weeks.map((monday) => (
        <Week
          key={monday}
          monday={monday}
          batches={board.batches.filter(({ start_date: day }) => day !== null && mondayOf(day) === monday)}
          {...row}
        />
      ))}
      {board.more > 0 ? (
        <Notice>
          {board.more} {board.more === 1 ? 'batch begins' : 'batches begin'} later in these weeks and{' '}
          {board.more === 1 ? 'is' : 'are'} not listed. Choose a course to see all of its batches.
        </Notice>
      ) : null}
      {undated.length > 0 ? (
        <section
          aria-label="Waiting lists only"
          className="rounded-lg border border-line bg-surface px-4 py-3"
        >
          <h2 className="text-base">Waiting lists of batches that have no bookings</h2>
          <ul>
            {undated.map((batch) => (
              <Batch key={batch.id} batch={batch} today={today} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

export function BatchesScreen() {
  const [params, setParams] = useSearchParams();
  const today = dayInIndia(new Date());
  const given = params.get('from') ?? '';
  const from = mondayOf(/^\d{4}-\d\d-\d\d$/.test(given) ? given : today);
  const course = params.get('course') ?? '';
  const { data, error, refetch } = api.useBatchesQuery(
    { from, to: addDays(from, 7 * shownWeeks), ...(course && { course }) },
    followed,
  );
  const addressOf = (monday: string) =>
    `/batches?${new URLSearchParams({ from: monday, ...(course && { course }) }).toString()}`;
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-2xl">Batches</h1>
        <Link className={link} to={addressOf(addDays(from, -7 * shownWeeks))}>
          ← Earlier
        </Link>
        <Link className={link} to={addressOf(mondayOf(today))}>
          This week
        </Link>
        <Link className={link} to={addressOf(addDays(from, 7 * shownWeeks))}>
          Later →
        </Link>
      </div>
      {data && data.courses.length > 1 ? (
        <div className="max-w-md">
          <SelectField
            id="course-filter"
            label="Course"
            value={course}
            onChange={({ target }) => setParams({ from, ...(target.value && { course: target.value }) })}
          >
            <option value="">All courses</option>
            {data.courses.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      ) : null}
      {error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : data ? (
        <Board board={data} from={from} today={today} />
      ) : (
        <Loading />
      )}
    </div>
  );
}
