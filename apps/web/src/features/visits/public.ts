import type { RouteMatch } from '../../routing/route.ts';

/**
 * Loads the code that counts visits when the browser is idle. If it fails to load, the visit is not counted.
 */
export function countVisitsLater(match: (path: string) => RouteMatch): void {
  const load = () =>
    import('./count-visits.ts').then(
      ({ countVisits }) => countVisits(match),
      () => undefined,
    );
  (window.requestIdleCallback ?? setTimeout)(load);
}
