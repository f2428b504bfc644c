import type { LeadFormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { JSONColumnType } from 'kysely';
import type { Narrow } from '../../platform/database/database.ts';
import type { LeadAnswer } from './answers.ts';

/** Form values by field name. */
export type LeadValues = Record<string, string | number>;

export type LeadTable = Narrow<
  'leads',
  {
    form: LeadFormName;
    values: JSONColumnType<LeadValues>;
    attribution: JSONColumnType<Attribution> | null;
    answer: JSONColumnType<LeadAnswer> | null;
  }
>;

export interface LeadTables {
  leads: LeadTable;
}

declare module '../../platform/database/database.ts' {
  interface NarrowedTables extends LeadTables {}
}
