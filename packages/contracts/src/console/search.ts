/** What the search of every screen finds, counted up to `foundCountedTo`. */
import type { LeadRow } from './leads.ts';
import type { OrderRow } from './orders.ts';

export interface Found {
  leads: LeadRow[];
  lead_count: number;
  orders: OrderRow[];
  order_count: number;
}
export const foundCountedTo = 100;
