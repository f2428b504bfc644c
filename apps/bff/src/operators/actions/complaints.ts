import {
  acknowledgeComplaint,
  closeComplaint,
  recordComplaint,
  toComplaintRow,
} from '../../privacy/complaints/complaints.ts';
import type { Actions } from './action.ts';

const subjectOf = (id: string) => ({ kind: 'complaint', id }) as const;

export const complaintActions: Pick<
  Actions,
  'complaints.add' | 'complaints.acknowledge' | 'complaints.close'
> = {
  'complaints.add': {
    async run(transaction, input) {
      const complaint = toComplaintRow(await recordComplaint(transaction, input));
      return {
        done: `Recorded as ${complaint.reference}: send the person this number within 48 hours of receipt.`,
        complaints: [complaint],
      };
    },
    audit: ({ channel }, { complaints: [complaint] }) => ({
      subject: subjectOf(complaint?.id ?? ''),
      detail: { channel },
    }),
  },
  'complaints.acknowledge': {
    run: async (transaction, { id }) => ({
      done: 'Acknowledged. The deadline for the answer does not change.',
      complaints: [toComplaintRow(await acknowledgeComplaint(transaction, id))],
    }),
    audit: ({ id }) => ({ subject: subjectOf(id) }),
  },
  'complaints.close': {
    run: async (transaction, { id, outcome, answer }) => ({
      done: 'The complaint is closed. No email is sent: write to the person yourself.',
      complaints: [toComplaintRow(await closeComplaint(transaction, id, { outcome, answer }))],
    }),
    audit: ({ id, outcome }) => ({ subject: subjectOf(id), detail: { outcome } }),
  },
};
