import { randomDigits } from '../identifiers.ts';
import { errorBody } from './errors.ts';
import { type LeadFields, refuseFields } from './lead-fields.ts';

export interface Lead {
  id: string;
  fields: LeadFields;
  /** Workflows to run; null runs all workflows. */
  trigger: string[] | null;
  /** ISO 8601 in UTC. */
  receivedAt: string;
  modifiedAt: string;
}

export type Leads = ReturnType<typeof createLeads>;
export type RecordResult = ReturnType<Leads['insert' | 'remove' | 'update' | 'upsert']>;

const owner = { name: 'Sandbox User', id: '5843104000000424001' };

/** The Leads module, with one unique custom field. */
export function createLeads(uniqueField: string) {
  const leads = new Map<string, Lead>();

  function holding(apiName: string, value: unknown): Lead | undefined {
    if (value === undefined || value === null || value === '') return undefined;
    return [...leads.values()].find(({ fields }) => fields[apiName] === value);
  }

  function saved(lead: Lead, message: string) {
    return {
      code: 'SUCCESS',
      details: {
        Modified_Time: lead.modifiedAt,
        Modified_By: owner,
        Created_Time: lead.receivedAt,
        id: lead.id,
        Created_By: owner,
        $approval_state: 'approved',
      },
      message,
      status: 'success' as const,
    };
  }

  function duplicate(holder: Lead, index: number) {
    return errorBody('DUPLICATE_DATA', 'duplicate data', {
      api_name: uniqueField,
      json_path: `$.data[${index}].${uniqueField}`,
      duplicate_record: { id: holder.id, module: { api_name: 'Leads' } },
    });
  }

  function insert(fields: LeadFields, trigger: string[] | null, index: number) {
    const refusal = refuseFields(fields, index);
    if (refusal) return refusal;
    const holder = holding(uniqueField, fields[uniqueField]);
    if (holder) return duplicate(holder, index);
    const now = new Date().toISOString();
    const lead = { id: randomDigits(18), fields, trigger, receivedAt: now, modifiedAt: now };
    leads.set(lead.id, lead);
    return saved(lead, 'record added');
  }

  /**
   * Updates the lead with the same value in one of the fields `checked`; the first field with a match counts.
   * Without a match, inserts a lead.
   */
  function upsert(fields: LeadFields, trigger: string[] | null, index: number, checked: readonly string[]) {
    const duplicateField = checked.find((apiName) => holding(apiName, fields[apiName]));
    const lead = duplicateField && holding(duplicateField, fields[duplicateField]);
    if (!lead) {
      const result = insert(fields, trigger, index);
      return result.status === 'success' ? { ...result, action: 'insert', duplicate_field: null } : result;
    }
    const merged = { ...lead.fields, ...fields };
    const refusal = refuseFields(merged, index);
    if (refusal) return refusal;
    const holder = holding(uniqueField, fields[uniqueField]);
    if (holder && holder !== lead) return duplicate(holder, index);
    Object.assign(lead, { fields: merged, trigger, modifiedAt: new Date().toISOString() });
    return { ...saved(lead, 'record updated'), action: 'update', duplicate_field: duplicateField };
  }

  /** Updates the lead that has the record's `id`. */
  function update(fields: LeadFields, trigger: string[] | null, index: number) {
    const lead = leads.get(String(fields.id));
    if (!lead) {
      const details = { api_name: 'id', json_path: `$.data[${index}].id` };
      return errorBody('INVALID_DATA', 'the id given seems to be invalid', details);
    }
    const { id: _id, ...changed } = fields;
    const merged = { ...lead.fields, ...changed };
    const refusal = refuseFields(merged, index);
    if (refusal) return refusal;
    Object.assign(lead, { fields: merged, trigger, modifiedAt: new Date().toISOString() });
    return { ...saved(lead, 'record updated'), action: 'update' };
  }

  function remove(id: string) {
    if (leads.delete(id))
      return { code: 'SUCCESS', details: { id }, message: 'record deleted', status: 'success' as const };
    return errorBody('INVALID_DATA', 'record not deleted', { id });
  }

  return {
    insert,
    remove,
    update,
    upsert,
    find: (id: string): Lead | undefined => leads.get(id),
    all: (): Lead[] => [...leads.values()],
    clear: (): void => leads.clear(),
  };
}
