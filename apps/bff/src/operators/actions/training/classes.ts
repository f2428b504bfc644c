import { formatTimestamp } from '@meridian/contracts/format-time';
import { markAttendance } from '../../../training/classes/record-attendance.ts';
import { sendClassList } from '../../../training/classes/send-class-list.ts';
import type { Actions } from '../action.ts';
import { type BatchActionServices, refuseWithoutMail } from '../batches.ts';

const subjectOf = (id: number) => ({ kind: 'batch', id: String(id) }) as const;

function describeMarks({ present, absent }: { present: number; absent: number }): string {
  const parts = [present > 0 && `${present} present`, absent > 0 && `${absent} not present`].filter(Boolean);
  return `Attendance is saved: ${parts.join(', ')}.`;
}

export const createClassActions = (
  services: BatchActionServices & { now: () => Date },
): Pick<Actions, 'batches.record-attendance' | 'batches.send-class-list'> => ({
  'batches.record-attendance': {
    async run(transaction, { id, marks }, { email: by }) {
      const input = { batchId: id, marks, by, now: services.now() };
      const attendance = await markAttendance(transaction, input);
      return { done: describeMarks(attendance), attendance };
    },
    audit: ({ id }, { attendance }) => ({ subject: subjectOf(id), detail: attendance }),
  },
  'batches.send-class-list': {
    async run(transaction, { id, email }) {
      refuseWithoutMail(services);
      const endsAt = await sendClassList(transaction, services, { batchId: id, email });
      return {
        done: `The class list is being sent. The link expires ${formatTimestamp(endsAt)}.`,
        class_lists: [{ id, ends_at: endsAt }],
      };
    },
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
});
