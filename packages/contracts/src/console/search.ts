/** What the search of every screen finds. */
import type { LeadRow } from './leads.ts';
import type { OrderRow } from './orders.ts';

export interface Found {
  leads: LeadRow[];
  lead_count: number;
  orders: OrderRow[];
  order_count: number;
}
