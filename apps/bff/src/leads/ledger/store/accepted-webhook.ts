import { type RawBuilder, sql } from 'kysely';
import { webhookInserts } from '../../../integrations/webhooks/enqueue-webhooks.ts';

/** Name of a lead: one field, two fields, or the fields of a CRM record. */
const name = sql`coalesce("values" ->> 'full_name', concat_ws(' ',
  coalesce("values" ->> 'first_name', "values" ->> 'First_Name'),
  coalesce("values" ->> 'last_name', "values" ->> 'Last_Name')))`;
/** The email address as it was typed. */
const email = sql`coalesce("values" ->> 'email', "values" ->> 'Email', '')`;
const phone = sql`coalesce("values" ->> 'phone_number', "values" ->> 'mobile_number', "values" ->> 'Phone', '')`;

/**
 * CTEs that store the event `lead.accepted`, once for each lead that goes to the CRM.
 * @param ids query of the leads' ids
 */
export const acceptedWebhooks = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  webhookInserts(sql`
    select 'lead.accepted' as type, 'lead.accepted:' || id as cause, null::uuid as order_id, id as lead_id,
      jsonb_build_object('lead_id', id, 'form', form) as data,
      jsonb_build_object('contact', jsonb_build_object('name', ${name}, 'email', ${email}, 'phone', ${phone})) as people
    from leads where id in (${ids})`);
