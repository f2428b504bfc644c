import { formatTimestamp } from '@meridian/contracts/format-time';
import { sendClassList } from '../../../training/classes/send-class-list.ts';
import type { Actions } from '../action.ts';
import { type BatchActionServices, refuseWithoutMail } from '../batches.ts';

const subjectOf = (id: number) => ({ kind: 'batch', id: String(id) }) as const;

export const createClassActions = (
  services: BatchActionServices,
): Pick<Actions, 'batches.send-class-list'> => ({
  'batches.send-class-list': {
    async run(transaction, { id, email }) {
      refuseWithoutMail(services);
      const endsAt = await sendClassList(transaction, services, { batchId: id, email });
      return {
        done: `The class list is being sent. The page works until ${formatTimestamp(endsAt)}.`,
        class_lists: [{ id, ends_at: endsAt }],
      };
    },
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
});
