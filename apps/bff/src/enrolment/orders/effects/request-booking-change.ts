import { requestChange } from '../changes/request-change.ts';
import type { OrderEffect } from './order-effect.ts';

/**
 * Requests changes at the upstream: the cancelled seats, and the attendees that the upstream's booking does
 * not have.
 */
export const requestBookingChange: OrderEffect = async (transaction, { jobs, order, before, after }) => {
  if (
    before.booking !== 'booked' &&
    after.booking === 'booked' &&
    order.attendeesReported < order.attendeesVersion
  )
    await requestChange(transaction, jobs, order.id, {
      part: 'attendees',
      attendees: order.attendees,
      attendeesVersion: order.attendeesVersion,
    });
  if (after.cancelledSeats > before.cancelledSeats)
    await requestChange(transaction, jobs, order.id, {
      part: 'seats',
      remainingSeats: after.seats - after.cancelledSeats,
    });
};
