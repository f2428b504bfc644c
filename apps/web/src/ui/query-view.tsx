import type { ReactNode } from 'react';
import { Loading, Notice } from './notice.tsx';

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
  messages?: { refused: string; unreachable: string };
  children(data: Data): ReactNode;
}) {
  const words = messages ?? { refused: 'Failed to load content', unreachable: 'Fetch error' };
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Loading />;
  const refused = (query.error as { kind?: unknown }).kind === 'refused';
  return <Notice>{refused ? words.refused : words.unreachable}</Notice>;
}
