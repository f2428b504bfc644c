import { maxRecipientsWithoutCode } from '@meridian/contracts/operators/actions/batches';
import type { Kysely } from 'kysely';
import { confirmChange, dismissChange } from '../../enrolment/batches/decide-change.ts';
import { setJoining, tellJoining } from '../../enrolment/batches/joining.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type Actions, type Actor, requireProof } from './action.ts';

type BatchAction = 'batches.confirm-change' | 'batches.dismiss-change' | 'batches.set-joining';

export interface BatchActionServices {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Origin of the site, for links in emails. */
  publicUrl: string;
}

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const requireProofForMany = (actor: Actor, recipients: number) => {
  if (recipients > maxRecipientsWithoutCode) requireProof(actor);
};

export const createBatchActions = (services: BatchActionServices): Pick<Actions, BatchAction> => ({
  'batches.confirm-change': {
    async run(transaction, { id }) {
      const { jobs, publicUrl } = services;
      const orders = await confirmChange(transaction, { jobs, publicUrl }, id);
      return {
        done: `Confirmed, and mailed to everybody of ${countOf(orders, 'order')}.`,
        changes: [{ id, orders }],
      };
    },
    audit: ({ id }) => ({ subject: { kind: 'batch_change', id } }),
  },
  'batches.dismiss-change': {
    async run(transaction, { id, note }) {
      await dismissChange(transaction, id, note);
      return { done: 'Dismissed: nobody is mailed.', changes: [{ id }] };
    },
    audit: ({ id }) => ({ subject: { kind: 'batch_change', id } }),
  },
  'batches.set-joining': {
    async run(transaction, { id, text }, actor) {
      const { isChange, orders, people } = await setJoining(transaction, id, text);
      requireProofForMany(actor, people);
      return {
        done: isChange
          ? `Set, and mailed to everybody of ${countOf(orders, 'order')}.`
          : 'These are the instructions already: nobody is mailed.',
        batches: [{ id, orders }],
      };
    },
    afterCommit: async () => {
      await tellJoining(services);
    },
    audit: ({ id }) => ({ subject: { kind: 'batch', id: String(id) } }),
  },
});
