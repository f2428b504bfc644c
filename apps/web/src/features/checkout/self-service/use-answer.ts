import { useCallback, useEffect, useState } from 'react';
import type { Answer } from './self-service-calls.ts';

/** @param read stays the same while the same is asked for @returns undefined while it is loading */
export function useAnswer<Data>(read: () => Promise<Answer<Data>>) {
  const [answer, setAnswer] = useState<Answer<Data>>();
  const again = useCallback(() => {
    let isStale = false;
    setAnswer(undefined);
    void read().then((answered) => {
      if (!isStale) setAnswer(answered);
    });
    return () => {
      isStale = true;
    };
  }, [read]);
  useEffect(again, [again]);
  return { answer, again };
}
