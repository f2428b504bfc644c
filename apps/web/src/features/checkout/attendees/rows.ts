/** The typed rows of attendees, and validation. */
import { type Attendee, attendee, emailKey, sameEmail } from '@meridian/contracts/enrolment/attendees';

export interface Row {
  /** Does not change when other rows are removed. */
  id: number;
  name: string;
  email: string;
  /** True if the row's errors are shown: for example, the visitor has left the row, or it was imported. */
  done?: boolean;
}

export interface RowFaults {
  name?: string;
  email?: string;
  /** An error that concerns the whole row. */
  row?: string;
}

export interface ValidatedRows {
  /** Valid people. */
  people: readonly Attendee[];
  ids: readonly number[];
  /** Errors by the row's id. */
  faults: ReadonlyMap<number, RowFaults>;
}

const seatsOf = (count: number) => (count === 1 ? '1 seat' : `${count} seats`);

export function isEmptyRow({ name, email }: Pick<Row, 'name' | 'email'>): boolean {
  return name.trim() === '' && email.trim() === '';
}

function faultsOf(row: Row): { person?: Attendee; faults?: RowFaults } {
  const parsed = attendee.safeParse({ name: row.name, email: row.email });
  if (parsed.success) return { person: parsed.data };
  const faults: RowFaults = {};
  for (const { path, message } of parsed.error.issues) {
    if (path[0] === 'name') faults.name ??= message;
    if (path[0] === 'email') faults.email ??= message;
  }
  return { faults };
}

/**
 * Validates the rows. Attendees are optional, so invalid rows are left out.
 * @param places number of people who can be named
 * @param taken email addresses of people who already have a seat
 */
export function validateRows(
  rows: readonly Row[],
  places: number,
  taken: readonly string[] = [],
): ValidatedRows {
  const known = new Set(taken.map(emailKey));
  const people: Attendee[] = [];
  const ids: number[] = [];
  const faults = new Map<number, RowFaults>();
  for (const row of rows) {
    if (isEmptyRow(row)) continue;
    const validated = faultsOf(row);
    const key = validated.person && emailKey(validated.person.email);
    if (validated.faults) faults.set(row.id, validated.faults);
    else if (key !== undefined && known.has(key)) faults.set(row.id, { email: sameEmail });
    else if (people.length >= places)
      faults.set(row.id, {
        row: `No seat is left for this person: the list has more people than the ${seatsOf(places)} without a name`,
      });
    else if (validated.person && key !== undefined) {
      known.add(key);
      people.push(validated.person);
      ids.push(row.id);
    }
  }
  return { people, ids, faults };
}

let lastId = 0;

/** @returns a row with a new id */
export function newRow(person: { name: string; email: string } = { name: '', email: '' }): Row {
  lastId += 1;
  return { ...person, id: lastId };
}

/** Minimum number of rows, unless fewer people can be named. */
const firstRows = 3;

/** @returns the rows, with empty rows added up to the minimum number */
export function padded(rows: readonly Row[], places: number): Row[] {
  const missing = Math.max(0, Math.min(places, firstRows) - rows.length);
  return [...rows, ...Array.from({ length: missing }, () => newRow())];
}

/** Adds the people of a list, first into empty rows. Skips people who are already in a row. */
export function addPeople(
  rows: readonly Row[],
  people: readonly { name: string; email: string }[],
): { rows: Row[]; added: number } {
  const keyOf = ({ name, email }: { name: string; email: string }) =>
    `${name.trim()} ${emailKey(email.trim())}`;
  const known = new Set(rows.map(keyOf));
  const fresh = people.filter((person) => !known.has(keyOf(person)));
  const filled = rows.filter((row) => !isEmptyRow(row)).map((row) => ({ ...row, done: true }));
  const added = fresh.map((person) => ({ ...newRow(person), done: true }));
  const all: Row[] = [...filled, ...added];
  while (all.length < rows.length) all.push(newRow());
  return { rows: all, added: added.length };
}
