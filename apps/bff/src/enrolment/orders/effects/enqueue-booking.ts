import type { OrderEffect } from './order-effect.ts';

export const enqueueBooking: OrderEffect = async (transaction, { jobs, order, change, startsBooking }) => {
  if (!startsBooking) return;
  const { startAfterSeconds } = change;
  await jobs.enqueue('book-order', [order.id], {
    transaction,
    ...(startAfterSeconds && { startAfterSeconds }),
  });
};
