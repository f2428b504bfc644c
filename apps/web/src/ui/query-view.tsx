import type { ReactNode } from 'react';
import { Loading, Notice } from './notice.tsx';
import { type FailureWords, failureWords } from './query-words.ts';

/**
 * The states of a read: `Loading...` until it returns, `Failed to load content` for a status other than 1, `Fetch
 * error` when there was no answer (specification, sections 4 and 8).
 */
export function QueryView<Data>({
  query,
  messages,
  children,
}: {
  query: { data?: Data; error?: unknown };
  messages?: FailureWords;
  children(data: Data): ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  const failure = failureWords(query.error, messages);
  return failure ? <Notice>{failure}</Notice> : <Loading />;
}
