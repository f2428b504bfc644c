import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ok, openSite } from '../../testing/site.tsx';

const batchWith = (id: number) => ({
  id,
  start_date: `2026-12-0${id}`,
  end_date: `2026-12-0${id}`,
  day_type: 'weekend',
  time_type: 'day',
  start_time: '09:00',
  end_time: '13:30',
  online_class_room: 'Zoom',
  instructor_name: 'Kavya',
  price_off: 24,
  fee: 24_999,
  discount_fee: 18_999,
  selling_fast: 0,
});

const schedule = ok({
  id: 101,
  name: 'Leading SAFe',
  category_seo_slug: 'safe',
  seo_slug: 'safe-agilist-certification',
  total_schedule: 4,
  course_schedule: [1, 2, 3, 4].map(batchWith),
});

/** Stubs all calls of the browser with the same response. @returns the paths of the calls for seats */
function answerSeats(answer: () => Response): string[] {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/api/seats/')) requested.push(pathname);
    return answer();
  });
  return requested;
}

async function openSchedule() {
  await openSite('/view-schedule/101', { course_schedule: schedule });
  await screen.findByRole('heading', { level: 1, name: 'Leading SAFe' });
  return within(screen.getByRole('tabpanel')).getAllByRole('article');
}

describe('the seats of a batch', () => {
  it('are shown if few are left, and hidden if there are enough or they are not counted', async () => {
    const seats = [
      { course_schedule_id: 1, seats_left: 4 },
      { course_schedule_id: 2, seats_left: 0 },
      { course_schedule_id: 3, seats_left: 20 },
    ];
    const requested = answerSeats(() => Response.json({ status: 1, message: '', data: { seats } }));
    const [few, none, many, uncounted] = await openSchedule();
    await waitFor(() => expect(few).toHaveTextContent('4 seats left'));
    expect(requested).toEqual(['/api/seats/101']);
    expect(none).toHaveTextContent('Sold out');
    expect(within(none as HTMLElement).queryByRole('link', { name: /^Enroll/ })).toBeNull();
    expect(within(none as HTMLElement).getByRole('button', { name: /^Join the waiting list/ })).toBeVisible();
    expect(many).not.toHaveTextContent(/seats? left|Sold out/);
    expect(uncounted).not.toHaveTextContent(/seats? left|Sold out/);
    expect(within(many as HTMLElement).getByRole('link', { name: /^Enroll/ })).toHaveAttribute('href');
  });

  it.each([
    ['no response', () => Promise.reject(new TypeError('Failed to fetch')) as never],
    ['a refusal', () => Response.json({ status: 0, message: 'No' }, { status: 502 })],
    ['invalid data', () => Response.json({ status: 1, message: '', data: 'none' })],
  ])('are hidden after %s', async (_what, answer) => {
    const requested = answerSeats(answer);
    const cards = await openSchedule();
    await waitFor(() => expect(requested).toHaveLength(1));
    for (const card of cards) expect(card).not.toHaveTextContent(/seats? left|Sold out/);
  });
});
