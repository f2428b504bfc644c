import { createContext, type ReactNode, use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { replayEarlyInteraction } from '../routing/early-interaction.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

/** The path for which the server answered 404. It does not change until the first navigation. */
export const MissingPath = createContext<string | undefined>(undefined);

/** Shows the 404 page if a route matches the address but nothing is found under it. */
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
