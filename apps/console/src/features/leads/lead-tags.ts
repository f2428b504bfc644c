import type { Tag } from '../../api/api.ts';

/** What a decision about a lead changes. */
export const leadTags = ['Leads', 'Lead', 'Today'] as const satisfies readonly Tag[];
