import { syncCases } from '../cases/case-store.ts';
import type { OrderEffect } from './order-effect.ts';

export const syncOrderCases: OrderEffect = (transaction, { order, after, note }) =>
  syncCases(transaction, order.id, after, note);
