import { type ClassPage, classPage } from '@meridian/contracts/operators/console/training';
import { z } from 'zod';
import { listCertificates } from '../../../training/certificates/certificates.ts';
import { missedDays } from '../../../training/certificates/plan-certificates.ts';
import { findClassList } from '../../../training/classes/class-list.ts';
import { readClass } from '../../../training/classes/read-class.ts';
import { listFeedback } from '../../../training/feedback/feedback.ts';
import { route } from '../server/route.ts';

const batchPathId = z.string().regex(/^[1-9]\d{0,15}$/);

export const trainingRoutes = [
  route({
    method: 'GET',
    path: '/batches/:id/class',
    id: batchPathId,
    access: 'viewer',
    answer: classPage,
    async handle({ deps: { database, publicUrl }, id, recordRead }): Promise<ClassPage> {
      const batchId = Number(id);
      const [{ days, seats, former, additions }, certificates, feedback, list] = await Promise.all([
        readClass(database, batchId),
        listCertificates(database, batchId),
        listFeedback(database, batchId),
        findClassList(database, batchId),
      ]);
      await recordRead('batch.read', { kind: 'batch', id });
      return {
        days: days.map(({ day }) => day),
        seats: seats.map((seat) => ({
          order_id: seat.order.id,
          payer: seat.payer || 'Erased',
          name: seat.attendee?.name ?? null,
          email: seat.attendee?.email ?? null,
          days: seat.days.map(({ day }) => day),
          present: seat.present,
          recorded_by: seat.recordedBy,
        })),
        former,
        additions,
        certificates: certificates.map((one) => {
          const seat = seats.find(
            ({ attendee, order }) =>
              order.id === one.order_id &&
              attendee?.addressKey === one.address_key &&
              attendee.name === one.name,
          );
          return {
            number: one.number,
            name: one.name,
            issued_at: one.issued_at.toISOString(),
            revoked_at: one.revoked_at?.toISOString() ?? null,
            revoked_note: one.revoked_note,
            has_seat: seat !== undefined,
            missed: (seat && missedDays(seat)) ?? null,
          };
        }),
        feedback: {
          asked: feedback.asked,
          answers: feedback.answers.map((one) => ({
            ...one,
            helped: one.helped ?? '',
            improve: one.improve ?? '',
            answered_at: one.answered_at.toISOString(),
            published_at: one.published_at?.toISOString() ?? null,
            unpublished_at: one.unpublished_at?.toISOString() ?? null,
          })),
        },
        site_url: publicUrl,
        list: list
          ? { email: list.email, sent_at: list.sent_at.toISOString(), ends_at: list.ends_at.toISOString() }
          : null,
      };
    },
  }),
];
