import type { OrderEffect } from './order-effect.ts';

/** Enqueues the job that reports cancelled seats to the upstream. */
export const enqueueBookingChange: OrderEffect = async (transaction, { jobs, order, before, after }) => {
  if (after.cancelledSeats > before.cancelledSeats)
    await jobs.enqueue('change-booking', [order.id], { transaction });
};
