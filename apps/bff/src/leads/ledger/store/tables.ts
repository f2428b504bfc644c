/** Parses columns of the table `leads`. */

import { attribution } from '@meridian/contracts/leads/attribution';
import { leadFormNames } from '@meridian/contracts/leads/forms';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../platform/database/schema.ts';
import { storedColumn } from '../../../platform/database/stored-column.ts';
import { leadAnswer } from '../answers.ts';

export type StoredLead = Selectable<Schema['leads']>;

const values = z.record(z.string(), z.union([z.string(), z.number()]));
/** Form values by field name. */
export type LeadValues = z.output<typeof values>;

export const leadForm = storedColumn('leads.form', z.enum(leadFormNames));
export const leadValues = storedColumn('leads.values', values);
export const storedAnswer = storedColumn('leads.answer', leadAnswer.nullable());
/** An unreadable attribution becomes null, so that it never blocks a lead. */
export const leadAttribution = storedColumn('leads.attribution', attribution.nullable().catch(null));

export type Lead = Omit<StoredLead, 'form' | 'values' | 'attribution' | 'answer'> & {
  form: ReturnType<typeof leadForm.parse>;
  values: LeadValues;
  attribution: ReturnType<typeof leadAttribution.parse>;
  answer: ReturnType<typeof storedAnswer.parse>;
};

/** @throws UnreadableRow */
export function toLead(row: StoredLead): Lead {
  const { id } = row;
  return {
    ...row,
    form: leadForm.parse(row.form, id),
    values: leadValues.parse(row.values, id),
    attribution: leadAttribution.parse(row.attribution, id),
    answer: storedAnswer.parse(row.answer, id),
  };
}
