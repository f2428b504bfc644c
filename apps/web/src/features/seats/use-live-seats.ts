import { useEffect, useState } from 'react';
import type { LiveSeats } from './live-seats.tsx';

export type { LiveSeats } from './live-seats.tsx';

/** Loads the seats of a course after mount, with lazily loaded code. Without an answer no number is shown. */
export function useLiveSeats(courseId: number): LiveSeats | undefined {
  const [seats, setSeats] = useState<LiveSeats>();
  useEffect(() => {
    const gone = new AbortController();
    // In a task of its own: the page's first load does not compete with it.
    const start = setTimeout(() => {
      import('./live-seats.tsx').then(
        ({ watchSeats }) => watchSeats(courseId, gone.signal, setSeats),
        () => undefined,
      );
    });
    return () => {
      clearTimeout(start);
      gone.abort();
    };
  }, [courseId]);
  return seats;
}
