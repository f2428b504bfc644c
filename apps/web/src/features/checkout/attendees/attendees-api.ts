/** The call that names attendees for empty seats: `POST /api/receipts/<token>/attendees`. */
import { type Attendee, type AttendeeSeats, attendeeSeats } from '@meridian/contracts/enrolment/attendees';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { api } from '../../../api/api.ts';
import { type CallResult, callQuery, messageOf } from '../../../api/call-query.ts';
import type { RowFaults } from './rows.ts';

export const attendeesApi = api.injectEndpoints({
  endpoints: (build) => ({
    nameAttendees: build.mutation<AttendeeSeats, { token: string; attendees: readonly Attendee[] }>({
      queryFn: ({ token, attendees }) =>
        callQuery(`/api/receipts/${encodeURIComponent(token)}/attendees`, attendeeSeats, { attendees }),
    }),
  }),
});

export interface NamingFailure {
  message: string;
  faults: ReadonlyMap<number, RowFaults>;
  /** The current seats, if the server returned them. */
  seats?: AttendeeSeats;
}

/** Maps the server's errors, which refer to positions in the request, to the rows' ids. */
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

/** @param ids row ids of the people in the request, in order */
export function namingFailure(
  error: NonNullable<CallResult<unknown>['error']>,
  ids: readonly number[],
): NamingFailure {
  // Without a readable response, the server may or may not have saved the people.
  if (!('kind' in error) || error.kind === 'unreadable')
    return { message: 'Please reload the page to see the attendees.', faults: new Map() };
  const { data: seats } = attendeeSeats.safeParse(error.data);
  const { errors, ...failure } = error;
  return { message: messageOf(failure) ?? '', faults: faultsOf(errors ?? {}, ids), ...(seats && { seats }) };
}
