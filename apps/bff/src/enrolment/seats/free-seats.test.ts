import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeSeats, isCounted } from './free-seats.ts';

describe('free seats', () => {
  it.each([
    [{ seats_left: 8 }, { all: 5, unknown: 2 }, 6],
    [{ seats_left: 8, seats_total: 20 }, { all: 15, unknown: 2 }, 6],
    [{ seats_total: 20 }, { all: 15, unknown: 2 }, 5],
    [{ seats_left: 1 }, { all: 3, unknown: 3 }, 0],
    [{ seats_total: 0 }, { all: 0, unknown: 0 }, 0],
    [{}, { all: 5, unknown: 2 }, undefined],
  ])('of an upstream that counts %j, with %j taken here, are %j', (seats, ours, free) => {
    expect(freeSeats(seats, ours)).toBe(free);
    expect(isCounted(seats)).toBe(free !== undefined);
  });

  const count = fc.nat({ max: 50 });
  /** The outcome of each order: sold elsewhere, booked before the read began, booked since, or not booked. */
  const orders = fc.array(
    fc.record({
      seats: fc.integer({ min: 1, max: 5 }),
      is: fc.constantFrom('foreign', 'before', 'since', 'held'),
    }),
  );

  it('never exceed the seats of the batch, even if the upstream has counted only some bookings made since the read began', () => {
    fc.assert(
      fc.property(count, orders, fc.infiniteStream(fc.boolean()), (extra, all, sees) => {
        const sum = (...kinds: string[]) =>
          all.filter(({ is }) => kinds.includes(is)).reduce((seats, order) => seats + order.seats, 0);
        const taken = sum('foreign', 'before', 'since', 'held');
        const total = taken + extra;
        // A booking made here since the read began may or may not be in the answer.
        const seen = all
          .filter(({ is }) => is === 'since' && sees.next().value === true)
          .reduce((seats, order) => seats + order.seats, 0);
        const ours = { all: sum('before', 'since', 'held'), unknown: sum('since', 'held') };
        const left = total - sum('foreign', 'before') - seen;
        const free = freeSeats({ seats_total: total, seats_left: left }, ours) ?? Number.NaN;
        expect(free).toBeLessThanOrEqual(total - taken);
        // Without bookings in progress, all remaining seats are free.
        if (sum('since') === 0) expect(free).toBe(total - taken);
      }),
    );
  });
});
