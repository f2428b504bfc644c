import type { LeadQuery } from '../../api/api.ts';

const filterNames = ['form', 'state', 'course', 'source', 'from', 'to', 'search'] as const;

/** The filter that the address of the list says. */
export const leadQueryOf = (params: URLSearchParams): LeadQuery =>
  Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? undefined]));
