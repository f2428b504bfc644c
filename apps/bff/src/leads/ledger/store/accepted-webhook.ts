import { type RawBuilder, sql } from 'kysely';
import { webhookInserts } from '../../../integrations/webhooks/enqueue-webhooks.ts';

/** Of forms with one field of it, and of records that the browser built. */
const name = sql`coalesce("values" ->> 'full_name', concat_ws(' ',
  coalesce("values" ->> 'first_name', "values" ->> 'First_Name'),
  coalesce("values" ->> 'last_name', "values" ->> 'Last_Name')))`;
/** As it was typed. */
const email = sql`coalesce("values" ->> 'email', "values" ->> 'Email', '')`;
const phone = sql`coalesce("values" ->> 'phone_number', "values" ->> 'mobile_number', "values" ->> 'Phone', '')`;

/**
 * Parts of a `with` that store the event of accepted leads: those that go to the CRM, once each.
 * @param ids a query of their ids
 */
export const acceptedWebhooks = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  webhookInserts(sql`
    select 'lead.accepted' as type, 'lead.accepted:' || id as cause, null::uuid as order_id, id as lead_id,
      jsonb_build_object('lead_id', id, 'form', form) as data,
      jsonb_build_object('contact', jsonb_build_object('name', ${name}, 'email', ${email}, 'phone', ${phone})) as people
    from leads where id in (${ids})`);
