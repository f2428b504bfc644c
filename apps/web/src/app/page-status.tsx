import { createContext, type ReactNode, use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { replayEarlyInteraction } from '../routing/early-interaction.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

/**
 * The path for which the server answered 404; undefined if it found the page. It never changes in a document.
 */
export const MissingPath = createContext<string | undefined>(undefined);

/** Shows the 404 page at the path for which the server answered 404. */
export function PageStatus({ children }: { children: ReactNode }) {
  const missingPath = use(MissingPath);
  const { pathname } = useLocation();
  useEffect(() => {
    // Marks the end of hydration, for `lazyPart` and for measurements.
    performance.mark('hydrated');
    replayEarlyInteraction();
  }, []);
  return pathname === missingPath ? <NotFoundScreen /> : children;
}
