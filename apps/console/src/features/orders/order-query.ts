import type { OrderQuery } from '../../api/api.ts';

/** The filter that the address of the list says. */
export const orderQueryOf = (params: URLSearchParams): OrderQuery => ({
  state: params.get('state') ?? undefined,
  cases: params.get('cases') === 'open' ? 'open' : undefined,
  search: params.get('search') ?? undefined,
  from: params.get('from') ?? undefined,
  to: params.get('to') ?? undefined,
});
