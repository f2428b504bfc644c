import type { Selection } from '@meridian/contracts/enrolment/selection';
import { formatDay } from '@meridian/contracts/format-time';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../../api/api.ts';
import { type LiveSeats, useLiveSeats } from '../../seats/public.ts';
import type { WaitedBatch } from '../../waitlist/public.ts';
import { startedOrder } from '../payment/started-order.ts';
import { offerInQuery } from './offer-in-query.ts';

/** The chosen batch and its current seats. */
export interface BatchSeats {
  /**
   * Undefined until the seats are loaded, and if the visitor holds seats. Held seats count as taken, so the
   * batch would look sold out to the visitor who holds the last seats.
   */
  live: LiveSeats | undefined;
  /** False until the seats are loaded or an order was refused. */
  soldOut: boolean;
  /** The batch, for its waiting list. */
  waited: WaitedBatch & { batchId: number };
  /** Call it after an order was refused because no seat is left. */
  refuse(): void;
}

/**
 * The first page of the course's schedule. It contains most batches. For a batch on a later page, the
 * checkout shows only the course.
 */
export function useFirstSchedule({ course_id: id }: Selection) {
  return api.endpoints.course_schedule.useQuery({ id, day_type: '', offset: 0 });
}

/**
 * Loads the seats of the chosen batch after mount. Without a response, the batch does not count as sold out.
 */
export function useBatchSeats(selection: Selection): BatchSeats {
  const { course_id: courseId, course_schedule_id: batchId, course_name, course_qty } = selection;
  const { data } = useFirstSchedule(selection);
  const live = useLiveSeats(courseId);
  const holdsSeats =
    startedOrder()?.course_schedule_id === batchId || offerInQuery(useLocation().search) !== undefined;
  // The seats that were known at the refusal. If a later response has seats, the visitor can try again.
  const [refused, setRefused] = useState<{ live: LiveSeats | undefined }>();
  const isNone = live?.left(batchId) === 0;
  const isRefused = refused !== undefined && (refused.live === live || isNone);
  const batch = data?.course_schedule.find(({ id }) => id === batchId);
  return {
    live: holdsSeats ? undefined : live,
    soldOut: isRefused || (isNone && !holdsSeats),
    waited: {
      batchId,
      courseId,
      courseName: course_name || data?.name || 'This course',
      seats: course_qty,
      when: batch ? formatDay(batch.start_date) : 'the chosen batch',
    },
    refuse: useCallback(() => setRefused({ live }), [live]),
  };
}
