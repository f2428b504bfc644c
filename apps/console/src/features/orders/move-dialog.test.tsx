import type { MoveChoice, OrderPage } from '@meridian/contracts/operators/console/orders';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { MoveDialog } from './move-dialog.tsx';

const batch = { course: 'Scrum Master', start_date: '2026-11-02' };
const order = { id: 'order-1', seats: 2, cancelled_seats: 0, batch } as unknown as OrderPage;
const elsewhere: MoveChoice = {
  course_schedule_id: 2,
  start_date: '2026-12-07',
  end_date: '2026-12-08',
  start_time: '09:00 AM',
  end_time: '05:00 PM',
  can_move: false,
  seats_left: 5,
};

it.each([
  {
    batches: [],
    text: /^Either no other batch of this course has enough free seats, or the upstream does not answer\.$/,
  },
  {
    batches: [elsewhere],
    text: /^No other batch of this course in this place has enough free seats at this price or less\.$/,
  },
])('says why no batch can be chosen: $text', async ({ batches, text }) => {
  serve(() => ({ data: { batches, upstream_notified: true } }));
  renderFor('finance', <MoveDialog order={order} onClose={() => undefined} />);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});
