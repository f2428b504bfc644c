import type { Tag } from '@meridian/contracts/operators/tags';

/** What a decision about a lead changes. */
export const leadTags = ['Leads', 'Lead', 'Today'] as const satisfies readonly Tag[];
