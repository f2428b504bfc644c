/** The call that fills empty places, `POST /api/receipts/<token>/attendees`. */
import { type Attendee, type AttendeeSeats, attendeeSeats } from '@meridian/contracts/checkout/attendees';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { callApi } from '../../../api/call.ts';
import type { RowFaults } from './rows.ts';

export type NameAnswer =
  | { kind: 'named'; places: AttendeeSeats }
  /** Nobody was named. `places` if the server returned them. */
  | { kind: 'failed'; message: string; faults: ReadonlyMap<number, RowFaults>; places?: AttendeeSeats };

/** The server identifies rows by their position in the request. */
function faultsOf(errors: FieldErrors, ids: readonly number[]): Map<number, RowFaults> {
  const faults = new Map<number, RowFaults>();
  for (const [field, [message]] of Object.entries(errors)) {
    const [, index = '', part] = /^attendees\.(\d+)\.(name|email)$/.exec(field) ?? [];
    const id = ids[Number(index)];
    if (index !== '' && id !== undefined && part && message !== undefined)
      faults.set(id, { ...faults.get(id), [part]: message });
  }
  return faults;
}

/** @param ids of the people's rows */
export async function nameAttendees(
  token: string,
  people: readonly Attendee[],
  ids: readonly number[],
): Promise<NameAnswer> {
  const path = `/api/receipts/${encodeURIComponent(token)}/attendees`;
  const result = await callApi(path, { attendees: people });
  if ('error' in result) {
    const { message, errors = {}, data } = result.error;
    const { data: places } = attendeeSeats.safeParse(data);
    return { kind: 'failed', message, faults: faultsOf(errors, ids), ...(places && { places }) };
  }
  const { data: places } = attendeeSeats.safeParse(result.data);
  if (places) return { kind: 'named', places };
  return { kind: 'failed', message: 'Please reload the page to see who is named.', faults: new Map() };
}
