import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { formNames } from '@meridian/contracts/leads/forms';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { refuse, succeed } from '../http/envelopes.ts';
import { firstIssue } from '../http/first-issue.ts';
import { type Faults, faultRequest } from './faults.ts';

const submissionsQuery = z.object({ form: z.enum(formNames).optional() });

/** Control endpoints below `/_upstream` for tests and demos: faults and recorded data. */
export function faultRoutes(app: FastifyInstance, faults: Faults, database: Database): void {
  app.get('/_upstream/faults', async () => succeed(faults.list()));

  app.post('/_upstream/faults', async (request, reply) => {
    const parsed = faultRequest.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send(refuse(firstIssue(parsed.error)));
    faults.set(parsed.data);
    return succeed(faults.list());
  });

  app.get('/_upstream/submissions', async (request, reply) => {
    const parsed = submissionsQuery.safeParse(request.query);
    if (!parsed.success) return reply.code(400).send(refuse(firstIssue(parsed.error)));
    const { form } = parsed.data;
    const submissions = database
      .selectFrom('submissions')
      .select(['id', 'form', 'body', 'idempotency_key', 'received_at'])
      .orderBy('id');
    return succeed(await (form ? submissions.where('form', '=', form) : submissions).execute());
  });

  app.get('/_upstream/bookings', async () => {
    const rows = await database.selectFrom('bookings').selectAll().orderBy('id').execute();
    return succeed(
      rows.map(({ fee_paise, gst_total_paise, sub_total_paise, total_fee_paise, ...booking }) => ({
        ...booking,
        fee: rupeesOf(fee_paise),
        gst_total: rupeesOf(gst_total_paise),
        sub_total: rupeesOf(sub_total_paise),
        total_fee: rupeesOf(total_fee_paise),
      })),
    );
  });
}
