import { createContext, type ReactNode, use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { replayEarlyInteraction } from '../routing/early-interaction.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

/** The path that the server answered with a 404; constant until the first navigation. */
export const MissingPath = createContext<string | undefined>(undefined);

/** Shows the 404 page if the address matches a route but names nothing. */
export function PageStatus({ children }: { children: ReactNode }) {
  const missingPath = use(MissingPath);
  const { pathname } = useLocation();
  useEffect(() => {
    // Performance mark of the end of hydration.
    performance.mark('hydrated');
    replayEarlyInteraction();
  }, []);
  return pathname === missingPath ? <NotFoundScreen /> : children;
}
