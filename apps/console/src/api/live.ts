/** Keeps what is on the screen up to date: the server tells of changes, and they are read again. */
import type { LiveEvent } from '@meridian/contracts/console/live';
import { type Tag, tags } from '@meridian/contracts/operators/tags';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api } from './api.ts';

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
/** Several changes within it are read once. */
const gatherMs = 250;

const tagsOf: Record<LiveEvent['kind'], readonly Tag[]> = {
  order: ['Order', 'Orders', 'Documents', 'Mails', 'Batches', 'Today'],
  lead: ['Lead', 'Leads', 'Today'],
  case: ['Order', 'Orders', 'Batches', 'Requests', 'Today'],
  presence: ['Presence'],
  all: tags.filter((tag) => tag !== 'Session' && tag !== 'Sessions'),
};

function kindOf(data: string): LiveEvent['kind'] {
  try {
    const { kind } = JSON.parse(data) as LiveEvent;
    return kind in tagsOf ? kind : 'all';
  } catch {
    return 'all';
  }
}

/** Opens a stream and opens it again, with back-off, until it is closed. A stream that is refused asks for the session. */
function listen(onKind: (kind: LiveEvent['kind']) => void, onEnd: () => void): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstRetryMs;
  let first = true;
  function open(): void {
    source = new EventSource('/console/api/live');
    source.onmessage = ({ data }) => {
      waitMs = firstRetryMs;
      const kind = kindOf(String(data));
      // The page has just read all of it.
      if (!(first && kind === 'all')) onKind(kind);
      first = false;
    };
    source.onerror = () => {
      // The browser would come back at once and with all consoles together.
      source?.close();
      onEnd();
      retry = setTimeout(open, waitMs * (0.5 + Math.random()));
      waitMs = Math.min(waitMs * 2, longestRetryMs);
    };
  }
  open();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
}

/** Listens while the page is in sight: a browser has few connections to one server. */
export function useLiveUpdates(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    const pending = new Set<Tag>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    function readAgain(some: readonly Tag[]): void {
      for (const tag of some) pending.add(tag);
      timer ??= setTimeout(() => {
        timer = undefined;
        dispatch(api.util.invalidateTags([...pending]));
        pending.clear();
      }, gatherMs);
    }
    let stop: (() => void) | undefined;
    function follow(): void {
      if (document.visibilityState === 'hidden') {
        stop?.();
        stop = undefined;
      } else
        stop ??= listen(
          (kind) => readAgain(tagsOf[kind]),
          () => readAgain(['Session']),
        );
    }
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      stop?.();
    };
  }, [dispatch]);
}
