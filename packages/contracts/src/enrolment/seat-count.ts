import { z } from 'zod';
import { maxSeats } from './pricing.ts';

/**
 * @param max maximum number of seats
 * @param tooMany message for more seats
 */
export function seatCount(max: number, tooMany: string) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\s*\d{1,6}\s*$/.test(value) ? Number(value) : value),
    z
      .int({ error: 'Choose the number of seats' })
      .min(1, { error: 'Choose at least one seat' })
      .max(max, { error: tooMany }),
  );
}

export const seats = seatCount(maxSeats, `At most ${maxSeats} seats can be booked online`);
