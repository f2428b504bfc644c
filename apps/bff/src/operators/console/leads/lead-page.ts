import type { LeadPage } from '@meridian/contracts/operators/console/leads';
import type { Kysely } from 'kysely';
import { showLead } from '../../../leads/ledger/lead-queries.ts';
import type { Database } from '../../../platform/database/database.ts';
import { errorText } from './crm-error-text.ts';
import { leadEventTitle } from './lead-events.ts';
import { leadRow, phoneOf } from './lead-rows.ts';

/** @returns a lead with contact details and timeline; undefined for an unknown id */
export async function readLeadPage(database: Kysely<Database>, id: string): Promise<LeadPage | undefined> {
  const found = await showLead(database, id);
  if (!found) return undefined;
  const { lead, history } = found;
  const values = Object.fromEntries(
    Object.entries(lead.values).map(([name, value]) => [name, String(value)]),
  );
  return {
    ...leadRow(lead),
    last_error: errorText(lead.last_error),
    email: lead.email,
    phone: phoneOf(lead.values),
    values,
    page_url: lead.page_url,
    request_id: lead.request_id,
    crm_id: lead.crm_id,
    forward_attempts: lead.forward_attempts,
    crm_attempts: lead.crm_attempts,
    can: {
      resend: lead.erased_at === null && (lead.crm_state === 'dead' || lead.forward_state === 'refused_late'),
      release:
        lead.forward_state === 'quarantined' ||
        (lead.forward_state === 'rejected' && lead.erased_at === null),
      reject: lead.forward_state === 'quarantined',
    },
    timeline: history.map(({ at, kind, detail }) => ({
      at: at.toISOString(),
      title: leadEventTitle(kind),
      detail: errorText(detail),
      source: null,
    })),
  };
}
