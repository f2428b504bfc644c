import { revokeCertificate } from '../../../training/certificates/certificates.ts';
import { issueCertificates } from '../../../training/certificates/issue-certificates.ts';
import { describePlan, planCertificates } from '../../../training/certificates/plan-certificates.ts';
import type { Actions } from '../action.ts';
import { type BatchActionServices, refuseWithoutMail } from '../batches.ts';

export const createCertificateActions = (
  services: BatchActionServices & { now: () => Date },
): Pick<Actions, 'batches.issue-certificates' | 'certificates.revoke'> => ({
  'batches.issue-certificates': {
    async preview({ id, also }) {
      const plan = await planCertificates(services.database, { batchId: id, also, now: services.now() });
      return {
        done: describePlan(plan),
        confirm: plan.confirm,
        names: plan.issue.map(({ attendee }) => attendee.name),
        left_out: plan.leftOut,
      };
    },
    async run(transaction, { id, also, confirm }) {
      refuseWithoutMail(services);
      const input = { batchId: id, also, confirm, now: services.now() };
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
      return { done: `Certificate ${number} is revoked: its page says so.`, certificates: [{ number }] };
    },
    audit: ({ number }) => ({ subject: { kind: 'certificate', id: number } }),
  },
});
