import { useEffect, useState } from 'react';
import type { LiveSeats } from './live-seats.tsx';
import { seatsApi } from './seats-api.ts';

export type { LiveSeats } from './live-seats.tsx';

/**
 * Reads the seats that another part of the page has loaded.
 * @returns a function that returns the seats left in a batch; undefined if not known
 */
export function useSeatsLeft(courseId: number): (batchId: number) => number | undefined {
  const { currentData } = seatsApi.endpoints.seats.useQueryState(courseId);
  return (batchId) => currentData?.seats.find(({ course_schedule_id: id }) => id === batchId)?.seats_left;
}

/**
 * Loads the seats of a course after mount, and again when the page becomes visible. Without a response no
 * number is shown.
 */
export function useLiveSeats(courseId: number): LiveSeats | undefined {
  const [isVisible, setVisible] = useState(false);
  const [seats, setSeats] = useState<LiveSeats>();
  const { currentData, fulfilledTimeStamp, refetch } = seatsApi.endpoints.seats.useQuery(courseId, {
    skip: !isVisible,
    refetchOnMountOrArgChange: true,
  });
  useEffect(() => {
    const gone = new AbortController();
    const check = () => {
      if (document.visibilityState !== 'visible') return;
      if (isVisible) void refetch();
      setVisible(true);
    };
    // Runs in a separate task, so that the request does not compete with the first load.
    const start = isVisible ? undefined : setTimeout(check);
    document.addEventListener('visibilitychange', check, { signal: gone.signal });
    return () => {
      clearTimeout(start);
      gone.abort();
    };
  }, [isVisible, refetch]);
  useEffect(() => {
    let isCurrent = true;
    if (!currentData) setSeats(undefined);
    else
      import('./live-seats.tsx').then(
        ({ seatsOf }) => isCurrent && setSeats(seatsOf(currentData)),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
    // The timestamp makes an equal response count as a newer one.
  }, [currentData, fulfilledTimeStamp]);
  return seats;
}
