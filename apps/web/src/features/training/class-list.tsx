import { formatDay, formatTime, formatTimestamp } from '@meridian/contracts/format-time';
import type { ClassDay, ClassListData, ClassSeat } from '@meridian/contracts/training/class-list';
import { Button } from '@meridian/ui/button';
import { classNames } from '@meridian/ui/class-names';
import { Check, Printer } from '@meridian/ui/icons';
import { Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { messageOf } from '../../api/call-query.ts';
import { NoScriptNotice } from '../leads/public.ts';
import { LateAttendees } from './late-attendees.tsx';
import { PrintedList } from './printed-list.tsx';
import { trainingApi } from './training-api.ts';

const hoursOf = ({ starts_at: start, ends_at: end }: ClassDay) =>
  start && end ? `, ${formatTime(start)} to ${formatTime(end)} IST` : '';

/** The last day of class up to today. If the class has not begun, the first day. */
const firstShown = (days: readonly ClassDay[]) =>
  days.findLast(({ is_open: isOpen }) => isOpen)?.day ?? days[0]?.day;

function Tick({ seat, day, token }: { seat: ClassSeat; day: ClassDay; token: string }) {
  const [record, { error }] = trainingApi.endpoints.recordAttendance.useMutation();
  const { person, name } = seat;
  const isPresent = seat.present.includes(day.day);
  if (person === null)
    return (
      <div className="flex min-h-14 items-center gap-3 px-4 py-2 text-ink-soft">
        <span aria-hidden="true" className="size-7 shrink-0" />
        <span>
          Not named yet, booked by {seat.booked_by}
          <span className="block text-sm">If this person comes, add them below.</span>
        </span>
      </div>
    );
  return (
    <>
      {/* A button: its click is replayed after hydration. A checkbox ticked before would look saved. */}
      <button
        type="button"
        aria-label={`${name} is present`}
        aria-pressed={isPresent}
        disabled={!day.is_open}
        onClick={() => void record({ token, body: { person, day: day.day, present: !isPresent } })}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left disabled:opacity-65"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-7 shrink-0 place-items-center rounded-md border-2',
            isPresent ? 'border-brand bg-brand text-white' : 'border-line-strong bg-surface',
          )}
        >
          {isPresent ? <Check className="size-5" /> : null}
        </span>
        <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
      </button>
      <p role="alert" className="px-4 pb-2 text-sm font-semibold text-alert-strong empty:hidden">
        {error ? `Not saved. ${messageOf(error)}` : ''}
      </p>
    </>
  );
}

function DayChoice({
  days,
  shown,
  onShow,
}: {
  days: readonly ClassDay[];
  shown: string;
  onShow(day: string): void;
}) {
  if (days.length < 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Days of class</legend>
      {days.map(({ day }) => (
        <Button
          key={day}
          size="sm"
          className="min-h-11"
          tone={day === shown ? 'primary' : 'outline'}
          aria-pressed={day === shown}
          onClick={() => onShow(day)}
        >
          {formatDay(day)}
        </Button>
      ))}
    </fieldset>
  );
}

function Attendance({ list, day, token }: { list: ClassListData; day: ClassDay; token: string }) {
  const seats = list.seats.filter(({ days }) => days.includes(day.day));
  const present = seats.filter((seat) => seat.present.includes(day.day)).length;
  return (
    <section aria-labelledby="attendance-title">
      <h2 id="attendance-title" className="text-xl">
        {formatDay(day.day)}
        {hoursOf(day)}
      </h2>
      <p role="status" className="mt-1 text-ink-soft">
        {day.is_open
          ? `${present} of ${seats.length} present. Each tick is saved immediately.`
          : 'This day is in the future: attendance can be recorded on that day.'}
      </p>
      <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface">
        {seats.map((seat, index) => (
          <li key={seat.person ?? `open ${index}`}>
            <Tick seat={seat} day={day} token={token} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The attendees of a batch, with a tick for each attendee and day, and the people who came without a booking.
 */
export function ClassList({ list, token }: { list: ClassListData; token: string }) {
  const [chosen, setChosen] = useState(() => firstShown(list.days));
  const day = list.days.find((one) => one.day === chosen) ?? list.days[0];
  return (
    <article className="mx-auto max-w-text">
      <h1 className="text-3xl">{list.course_name || 'Class list'}</h1>
      {list.place ? <p className="mt-1 text-ink-soft">{list.place}</p> : null}
      <div className="mt-5 grid gap-6 print:hidden">
        <NoScriptNotice>
          To record attendance, please turn on JavaScript in your browser. You can print the list.
        </NoScriptNotice>
        {day ? (
          <>
            <DayChoice days={list.days} shown={day.day} onShow={setChosen} />
            {list.has_all_days ? null : (
              <Notice>
                Only the first day of this class is known here. Email us the attendance of the others.
              </Notice>
            )}
            <Attendance list={list} day={day} token={token} />
            <LateAttendees key={day.day} list={list} day={day} token={token} />
          </>
        ) : (
          <Notice>No booked seats.</Notice>
        )}
        {list.former.length > 0 ? (
          <section>
            <h2 className="text-xl">No longer on the list</h2>
            <p className="mt-1 text-ink-soft">
              Attendance was recorded for these people, but their seats have since been given to someone else
              or have no name. Their attendance does not count for anyone else.
            </p>
            <ul className="mt-2 list-disc pl-5">
              {list.former.map(({ name, present }) => (
                <li key={`${name} ${present.join(' ')}`}>
                  {name}: {present.map(formatDay).join(', ')}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <div className="flex flex-wrap items-center gap-4">
          <Button tone="outline" onClick={() => window.print()}>
            <Printer className="size-5" /> Print
          </Button>
          <p className="text-sm text-ink-soft">
            This page has names of people: do not share its address. It works until{' '}
            {formatTimestamp(list.ends_at)}.
          </p>
        </div>
      </div>
      <PrintedList list={list} />
    </article>
  );
}
