import type { AttendeeSeats } from '@meridian/contracts/enrolment/attendees';
import { Button } from '@meridian/ui/button';
import { useMemo, useState } from 'react';
import { AttendeeEditor } from './attendee-editor.tsx';
import { attendeesApi, namingFailure } from './attendees-api.ts';
import { savedRows, saveRows } from './draft-rows.ts';
import { padded, type Row, type RowFaults, validateRows } from './rows.ts';

const attendeesOf = (count: number) => (count === 1 ? '1 attendee' : `${count} attendees`);
const noFaults: ReadonlyMap<number, RowFaults> = new Map();

/**
 * Form that names attendees for the empty seats of an order. Invalid rows stay in the form and do not block
 * the others.
 */
export function FillSeats({
  token,
  empty,
  taken,
  onSeats,
}: {
  token: string;
  empty: number;
  /** Email addresses of people who have a seat. */
  taken: readonly string[];
  /** @param message what was saved; undefined if nobody was named */
  onSeats(seats: AttendeeSeats, message?: string): void;
}) {
  const page = `/receipt/${token}`;
  const [rows, setRows] = useState<readonly Row[]>(() => padded(savedRows(page).rows, empty));
  const [serverFaults, setServerFaults] = useState(noFaults);
  const [problem, setProblem] = useState<string>();
  const [name, { isLoading }] = attendeesApi.endpoints.nameAttendees.useMutation();
  const validated = useMemo(() => validateRows(rows, empty, taken), [rows, empty, taken]);
  const faults = useMemo(() => new Map([...validated.faults, ...serverFaults]), [validated, serverFaults]);

  function change(changed: readonly Row[]): void {
    setRows(changed);
    saveRows(page, changed);
    setServerFaults(noFaults);
    setProblem(undefined);
  }

  async function save(): Promise<void> {
    const { people, ids } = validated;
    if (people.length === 0) {
      setRows(rows.map((row) => ({ ...row, done: true })));
      const nothing = validated.faults.size === 0;
      return setProblem(
        nothing ? 'Please type a name and an email address first.' : 'Please check the marked rows first.',
      );
    }
    setProblem(undefined);
    const { data: seats, error } = await name({ token, attendees: people });
    if (error) {
      const failure = namingFailure(error, ids);
      setServerFaults(failure.faults);
      setProblem(failure.message);
      if (failure.seats) onSeats(failure.seats);
      return;
    }
    const left = rows.filter(({ id }) => !ids.includes(id)).map((row) => ({ ...row, done: true }));
    const stillEmpty = seats.attendees.filter((person) => person === null).length;
    setRows(padded(left, stillEmpty));
    saveRows(page, left);
    const rest = validated.faults.size === 0 ? '' : ' The rows with errors are still below.';
    onSeats(seats, `${attendeesOf(people.length)} saved.${rest}`);
  }

  return (
    <>
      <AttendeeEditor idPrefix="place" places={empty} rows={rows} faults={faults} onChange={change} />
      <div role="alert" className="mt-3 text-sm font-semibold text-alert-strong empty:hidden">
        {problem ? <p>{problem}</p> : null}
      </div>
      <Button busy={isLoading} className="mt-4 max-sm:w-full" onClick={() => void save()}>
        Save
      </Button>
    </>
  );
}
