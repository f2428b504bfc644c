import { type Credits, formatCredits } from '@meridian/contracts/training/credits';
import { revokeCertificate } from '../../../training/certificates/certificates.ts';
import { issueCertificates } from '../../../training/certificates/issue-certificates.ts';
import { describePlan, planCertificates } from '../../../training/certificates/plan-certificates.ts';
import { type CourseReads, readCredits } from '../../../training/certificates/read-credits.ts';
import type { Actions } from '../action.ts';
import { type BatchActionServices, refuseWithoutMail } from '../batches.ts';

export interface CertificateActionServices extends BatchActionServices {
  upstream: CourseReads;
  now: () => Date;
}

export const createCertificateActions = (
  services: CertificateActionServices,
): Pick<Actions, 'batches.issue-certificates' | 'certificates.revoke'> => ({
  'batches.issue-certificates': {
    async preview({ id, also }) {
      const credits = await readCredits(services, id);
      const input = { batchId: id, also, now: services.now(), credits };
      const plan = await planCertificates(services.database, input);
      return {
        done: describePlan(plan),
        confirm: plan.confirm,
        names: plan.issue.map(({ attendee }) => attendee.name),
        credits: formatCredits(credits),
        left_out: plan.leftOut,
      };
    },
    prepare: ({ id }) => readCredits(services, id),
    async run(transaction, { id, also, confirm }, _actor, credits: Credits) {
      refuseWithoutMail(services);
      const input = { batchId: id, also, confirm, now: services.now(), credits };
      const { plan, numbers } = await issueCertificates(transaction, services, input);
      return {
        done: `Issued and emailed: ${describePlan(plan)}`,
        certificates: numbers.map((number) => ({ number })),
      };
    },
    audit: ({ id }, { certificates }) => ({
      subject: { kind: 'batch', id: String(id) },
      detail: { certificates: certificates.length },
    }),
  },
  'certificates.revoke': {
    async run(transaction, { number, note }) {
      await revokeCertificate(transaction, number, note);
      return { done: `Certificate ${number} is revoked. Its page shows this.`, certificates: [{ number }] };
    },
    audit: ({ number }) => ({ subject: { kind: 'certificate', id: number } }),
  },
});
