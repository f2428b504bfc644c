import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { RefundTerms } from './refund-terms.tsx';

const steps = [
  { until_hours_before: 72, percent: 100, within_hours_of_payment: 24, until: '2027-03-16T18:30:00.000Z' },
  { until_hours_before: 336, percent: 100, until: '2027-03-05T18:30:00.000Z' },
  { until_hours_before: 170, percent: 75, until: '2027-03-12T16:30:00.000Z' },
];

function shown(now: string): string[] {
  render(
    <MemoryRouter>
      <RefundTerms steps={steps} nowMs={Date.parse(now)} />
    </MemoryRouter>,
  );
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '');
}

it('shows each share of the refund with the last day or the time until which it applies', () => {
  expect(shown('2027-03-01T00:00:00Z')).toEqual([
    'Within 24 hours of paying, until Tue 16 Mar 2027: the full amount',
    'Until Fri 5 Mar 2027: the full amount',
    'Until Fri 12 Mar 2027, 10:00 pm IST: 75 %',
    'After that: nothing',
  ]);
});

it('leaves out steps that have ended, and says if nothing is refunded', () => {
  expect(shown('2027-03-05T18:30:00Z')).toHaveLength(3);
  expect(shown('2027-03-17T00:00:00Z')).toHaveLength(3);
  expect(screen.getByText('None: this batch begins too soon.')).toBeInTheDocument();
});
