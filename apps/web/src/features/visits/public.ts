import type { RouteMatch } from '../../routing/route.ts';

/** Loads the counting of visits once the browser is idle. Without it nothing is missing but counts. */
export function countVisitsLater(match: (path: string) => RouteMatch): void {
  const load = () =>
    import('./count-visits.ts').then(
      ({ countVisits }) => countVisits(match),
      () => undefined,
    );
  (window.requestIdleCallback ?? setTimeout)(load);
}
