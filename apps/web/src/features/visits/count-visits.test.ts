import type { VisitReport } from '@meridian/contracts/site/visits/steps';
import { visitReport } from '@meridian/contracts/site/visits/visit-report';
import { matchPath } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RouteMatch } from '../../routing/route.ts';
import { countVisits } from './count-visits.ts';

const sent: Blob[] = [];
let stop: () => void = () => undefined;

const paths = ['/', '/view-schedule/:courseId', '/checkout', '/receipt/:token', '/:category/:slug'];
const matchRoute = (address: string) => {
  const path = paths.find((pattern) => matchPath(pattern, address)) ?? '*';
  return { route: { path }, params: matchPath(path, address)?.params ?? {} } as RouteMatch;
};

/** Starts a visit on a page. */
function visit(path: string, privacy: Partial<Navigator> = {}): void {
  sent.length = 0;
  window.history.replaceState(null, '', path);
  document.body.innerHTML = `
    <form name="contact_us"><input id="name"></form>
    <a id="batch" href="/checkout?course_id=101&course_schedule_id=7">Enroll</a>`;
  document.head.innerHTML = '<title>A page</title>';
  vi.stubGlobal('navigator', {
    ...privacy,
    sendBeacon: (_address: string, body: Blob) => sent.push(body) > 0,
  });
  const listening = vi.spyOn(document, 'addEventListener');
  countVisits(matchRoute);
  const added = listening.mock.calls;
  stop = () => {
    for (const [type, listener, options] of added) document.removeEventListener(type, listener, options);
  };
}

const textOf = (body: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(body);
  });

async function leave(): Promise<VisitReport[]> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
  return Promise.all(sent.map(async (body) => JSON.parse(await textOf(body))));
}

afterEach(() => {
  stop();
});

describe('a visit', () => {
  it('is reported when the page is hidden, with each step once, in the format that the server accepts', async () => {
    localStorage.setItem('last-touch', JSON.stringify({ utm_source: 'google', utm_campaign: 'safe' }));
    visit('/safe/safe-agilist-certification');
    for (let again = 0; again < 2; again += 1) {
      document.getElementById('name')?.focus();
      document.getElementById('name')?.blur();
      document.getElementById('batch')?.dispatchEvent(new Event('click', { bubbles: true }));
      document.dispatchEvent(new Event('lead-sent'));
    }
    const [report, ...more] = await leave();
    const page = { route: '/:category/:slug', course: 'safe-agilist-certification' };
    expect(more).toEqual([]);
    expect(visitReport.parse(report)).toMatchObject({
      source: 'google',
      campaign: 'safe',
      steps: [
        { step: 'course_seen', ...page },
        { step: 'form_opened', ...page },
        { step: 'date_chosen', ...page, course: '101' },
        { step: 'form_sent', ...page },
      ],
    });
    localStorage.clear();
  });

  it('continues through client-side navigations', async () => {
    visit('/');
    window.history.pushState(null, '', '/view-schedule/101');
    document.title = 'Another page';
    await new Promise((resolve) => setTimeout(resolve));
    window.history.pushState(null, '', '/checkout?course_id=101');
    document.title = 'Another page';
    await new Promise((resolve) => setTimeout(resolve));
    expect((await leave())[0]?.steps).toEqual([
      { step: 'page_seen', route: '/' },
      { step: 'page_seen', route: '/view-schedule/:courseId', course: '101' },
      { step: 'checkout_seen', route: '/checkout', course: '101' },
    ]);
  });

  it('contains no receipt token', async () => {
    visit(`/receipt/${'a'.repeat(40)}`);
    expect((await leave())[0]?.steps).toEqual([{ step: 'page_seen', route: '/receipt/:token' }]);
  });

  it.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])(
    'is not counted with %j',
    async (requested) => {
      visit('/', requested as Partial<Navigator>);
      expect(await leave()).toEqual([]);
    },
  );
});
