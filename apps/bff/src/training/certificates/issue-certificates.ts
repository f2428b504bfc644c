import { randomInt } from 'node:crypto';
import { newCertificateNumber } from '@meridian/contracts/training/certificate';
import type { Transaction } from 'kysely';
import { enqueueMails } from '../../mail/outbox/enqueue-mails.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { certificatePath } from './certificates.ts';
import { classMinutes } from './class-minutes.ts';
import { type CertificatePlan, type PlanInput, planCertificates } from './plan-certificates.ts';

/**
 * Issues a certificate to each attendee of the plan, and emails its link.
 * @param confirm `confirm` of the preview; nothing is issued if the plan has changed since
 * @returns the plan, and the certificate numbers
 * @throws Refusal as {@link planCertificates}; `no_certificate_due`, `plan_changed`
 */
export async function issueCertificates(
  transaction: Transaction<Database>,
  { jobs, publicUrl }: { jobs: Pick<Jobs, 'enqueue'>; publicUrl: string },
  { confirm, ...input }: PlanInput & { confirm: string },
): Promise<{ plan: CertificatePlan; numbers: string[] }> {
  const plan = await planCertificates(transaction, input);
  if (plan.issue.length === 0)
    throw new Refusal(
      'conflict',
      'no_certificate_due',
      'There is no certificate to issue. The preview shows the reasons.',
    );
  if (confirm !== plan.confirm)
    throw new Refusal(
      'conflict',
      'plan_changed',
      'The list of people has changed. No certificate was issued: check the preview again.',
    );
  const numbers: string[] = [];
  for (const { order, attendee, days } of plan.issue) {
    const { batch } = order;
    const made = await transaction
      .insertInto('certificates')
      .values({
        number: newCertificateNumber((count) => randomInt(count)),
        batch_id: input.batchId,
        order_id: order.id,
        address_key: attendee.addressKey,
        name: attendee.name,
        course: batch.course_name,
        days: JSON.stringify(days.map(({ day }) => day)),
        minutes: classMinutes(batch, days),
        ...plan.credits,
        issued_at: databaseNow,
      })
      // Another operator has issued the certificate meanwhile.
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (!made) continue;
    numbers.push(made.number);
    const url = new URL(certificatePath(made.number), publicUrl).href;
    const facts = {
      name: attendee.name,
      courseName: batch.course_name,
      number: made.number,
      certificateUrl: url,
    };
    await enqueueMails(
      transaction,
      [
        {
          kind: 'certificate',
          cause: `certificate:${made.number}`,
          recipient: attendee.email,
          orderId: order.id,
          facts,
        },
      ],
      jobs,
    );
  }
  return { plan, numbers };
}
