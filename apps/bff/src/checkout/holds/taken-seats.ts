/** All seats that are given away here: by orders, and by offers of the waiting list. */
import { sumOf } from '../../seats/check-seats.ts';
import { offeredSeats } from '../../waitlist/offered-seats.ts';
import { orderSeats } from './order-seats.ts';

export const takenSeats = sumOf([orderSeats, offeredSeats]);
