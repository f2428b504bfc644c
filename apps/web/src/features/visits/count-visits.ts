/**
 * Reports the steps of a visit and its Web Vitals each time the page is hidden or left. It sets no cookie,
 * stores nothing and uses no identifier. The steps are detected from events and addresses, so that the
 * screens contain no code for them.
 */
import {
  type CountedStep,
  type MeasuredVital,
  type VisitReport,
  type VisitStep,
  visitsPath,
} from '@meridian/contracts/site/visits/steps';
import { visitSource } from '@meridian/contracts/site/visits/visit-source';
import type { RouteMatch } from '../../routing/route.ts';
import { currentAttribution } from '../leads/public.ts';
import { measureVitals } from './measure-vitals.ts';

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

/** The step that counts when a page with a course is opened, by route. */
const courseSteps: Readonly<Record<string, VisitStep>> = {
  '/:category/:slug': 'course_seen',
  '/checkout': 'checkout_seen',
};

const isDeclined = () => navigator.globalPrivacyControl === true || navigator.doNotTrack === '1';

/** Starts counting, unless the browser asks not to be tracked. @param match finds the route of a path */
export function countVisits(match: (path: string) => RouteMatch): void {
  if (isDeclined()) return;
  const { first_touch, last_touch } = currentAttribution();
  const origin = visitSource(last_touch ?? first_touch);
  const counted = new Set<string>();
  let steps: CountedStep[] = [];
  let path = '';
  let page: Omit<CountedStep, 'step'> = { route: '' };

  /** Counts a step at most once per page. */
  function count(step: VisitStep, more?: Partial<CountedStep>): void {
    const one = { step, ...page, ...more };
    const key = JSON.stringify(one);
    if (counted.has(key)) return;
    counted.add(key);
    steps.push(one);
  }

  function seePage(): void {
    if (path === location.pathname) return;
    path = location.pathname;
    const { route, params } = match(path);
    const course =
      params.slug ?? params.courseId ?? new URLSearchParams(location.search).get('course_id') ?? undefined;
    page = { route: route.path, course };
    count((course && courseSteps[route.path]) || 'page_seen');
  }

  function seeEvent({ type, target }: Event): void {
    if (type === 'lead-sent') count('form_sent');
    if (!(target instanceof Element)) return;
    if (type === 'focusin') {
      // The forms of the checkout are not lead forms.
      if (page.route !== '/checkout' && target.closest('form[name]')) count('form_opened');
    } else {
      const link = target.closest<HTMLAnchorElement>('a[href^="/checkout?"]');
      const course = link && new URLSearchParams(link.search).get('course_id');
      if (course) count('date_chosen', { course });
    }
  }

  let vitals: MeasuredVital[] | undefined;
  seePage();
  const measured = measureVitals(page.route);
  function report(): void {
    if (document.visibilityState !== 'hidden') return;
    // Vitals are reported once, because later changes are rare and the document may stay open for days.
    const first = vitals === undefined;
    vitals ??= measured();
    if (!first && steps.length === 0) return;
    const body: VisitReport = { ...origin, steps, vitals: first ? vitals : [] };
    navigator.sendBeacon(visitsPath, new Blob([JSON.stringify(body)], { type: 'application/json' }));
    steps = [];
  }

  // Each navigation sets the title, even to the same text, so the observer sees every navigation.
  const title = document.querySelector('title');
  if (title) new MutationObserver(seePage).observe(title, { childList: true });
  for (const type of ['click', 'focusin', 'lead-sent']) document.addEventListener(type, seeEvent, true);
  document.addEventListener('visibilitychange', report);
}
