import type { OrderFacts } from '../state/order-facts.ts';
import type { OrderEffect } from './order-effect.ts';

const requestedIds = ({ payments }: OrderFacts) =>
  Object.values(payments).flatMap(({ refunds }) =>
    Object.entries(refunds).flatMap(([id, { state }]) => (state === 'requested' ? [id] : [])),
  );

export const enqueueRefunds: OrderEffect = async (transaction, { jobs, order, before, after, change }) => {
  const known = new Set(requestedIds(before));
  if (requestedIds(after).every((id) => known.has(id))) return;
  const { startAfterSeconds } = change;
  await jobs.enqueue('send-refunds', [order.id], {
    transaction,
    ...(startAfterSeconds && { startAfterSeconds }),
  });
};
