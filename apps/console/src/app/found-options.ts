/** Converts search results to options. */
import { foundCountedTo } from '@meridian/contracts/operators/console/lists';
import type { Found } from '@meridian/contracts/operators/console/search';
import { formNames } from '../features/leads/form-names.ts';
import { countText } from '../parts/count.ts';

interface OptionText {
  title: string;
  detail: string;
  kind: 'Lead' | 'Order' | 'List' | 'Action' | 'Page';
}

/** An option opens an address, or runs an action on the open page. */
export type FoundOption = OptionText & ({ address: string; run?: never } | { address?: never; run(): void });

export const listAddress = (list: 'leads' | 'orders', search: string) =>
  `/${list}?search=${encodeURIComponent(search)}`;

/** @returns the found orders, then the found leads, each group with a link to the whole list */
export function optionsOf(found: Found, search: string): FoundOption[] {
  const orders = found.orders.map(
    (order): FoundOption => ({
      address: `/orders/${order.id}`,
      title: order.name || 'Erased',
      detail: `${order.headline} · ${order.course} · ${order.email}`,
      kind: 'Order',
    }),
  );
  const leads = found.leads.map(
    (lead): FoundOption => ({
      address: `/leads/${lead.id}`,
      title: lead.name || 'Erased',
      detail: `${formNames.get(lead.form) ?? lead.form} · ${lead.email}`,
      kind: 'Lead',
    }),
  );
  const list = (name: 'leads' | 'orders', count: number): FoundOption => ({
    address: listAddress(name, search),
    title: count === 0 ? `No ${name}` : `All ${countText(count, foundCountedTo)} ${name}`,
    detail: `with “${search}”`,
    kind: 'List',
  });
  return [...orders, list('orders', found.order_count), ...leads, list('leads', found.lead_count)];
}
