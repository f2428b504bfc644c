/**
 * Postpones a sold batch: first at the upstream, then in one transaction with the emails to payers and attendees.
 */
import type { ActionInput } from '@meridian/contracts/operators/actions';
import { describeBatch } from '../../enrolment/batches/batch-terms.ts';
import { readOrdersOfBatch } from '../../enrolment/batches/orders-of-batch.ts';
import { applyEdit, snapshotOf } from '../../enrolment/batches/planning/apply-edits.ts';
import {
  changeBatches,
  type EditDependencies,
  readEditable,
} from '../../enrolment/batches/planning/edit-batches.ts';
import { setState } from '../../enrolment/batches/planning/plan-state.ts';
import { peopleOf } from '../../enrolment/orders/effects/mail-people.ts';
import { isBooked, isErased } from '../../enrolment/orders/order.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { announcePurge } from '../../site/purge/purge-channel.ts';
import type { Actions } from './action.ts';
import { countOf, differs, digestOf } from './confirmed.ts';

export interface PlanningActionServices extends EditDependencies {
  jobs: Pick<Jobs, 'enqueue'>;
  /** Origin of the site, for links in emails. */
  publicUrl: string;
}

type Postponing = Pick<
  ActionInput<'batches.postpone'>,
  'id' | 'version' | 'class_days' | 'start_time' | 'end_time'
>;

/** Computes the outcome of postponing a batch. @throws Refusal */
async function previewPostponing(services: PlanningActionServices, input: Postponing) {
  const { id, version, class_days, start_time, end_time } = input;
  const change = { id, version, class_days, start_time, end_time };
  const [after] = await changeBatches(services, [change], { key: '', isPreview: true, postpones: true });
  const orders = await readOrdersOfBatch(services.database, id);
  const [first] = orders;
  if (!after || !first)
    throw new Refusal('conflict', 'nothing_sold', 'No seats are sold. Change the days of the batch instead.');
  const mailed = orders.filter((order) => isBooked(order) && !isErased(order));
  const plan = {
    bookings: orders.length,
    seats: orders.reduce((sum, { price, cancelledSeats }) => sum + price.seats - cancelledSeats, 0),
    emails: mailed.reduce((sum, order) => sum + peopleOf(order).length, 0),
    before: describeBatch(first.batch),
    after: describeBatch(snapshotOf(first.batch, after)),
  };
  return { plan, confirm: digestOf([plan, orders.map((order) => order.id)]) };
}

type PostponePlan = Awaited<ReturnType<typeof previewPostponing>>['plan'];

const sentenceOf = ({ bookings, seats, emails }: PostponePlan) =>
  `${countOf(bookings, 'booking')} with ${countOf(seats, 'seat')}, ${countOf(emails, 'email')}.`;

/**
 * Ignores the refusal of a changed version. An earlier attempt with the same key may have changed the
 * version, and the upstream recognises the key.
 */
function unlessChangedMeanwhile(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'version_old')) throw error;
}

export const createPostponing = (services: PlanningActionServices): Pick<Actions, 'batches.postpone'> => ({
  'batches.postpone': {
    async preview(input) {
      const { plan, confirm } = await previewPostponing(services, input);
      return { done: sentenceOf(plan), confirm, plan };
    },
    async prepare({ note: _note, confirm, ...input }, { key, isPreview }) {
      // A changed version may mean a retry after a lost response. The upstream then returns the response of
      // the first attempt.
      const { batches } = await readEditable(services, [input.id]);
      const isUnchanged = batches.some(({ version }) => version === input.version);
      const preview = isUnchanged
        ? await previewPostponing(services, input).catch(unlessChangedMeanwhile)
        : undefined;
      if (preview && preview.confirm !== confirm) throw differs();
      const saved = await changeBatches(services, [input], { key, isPreview, postpones: true });
      return { batches: saved, about: preview ? sentenceOf(preview.plan) : '' };
    },
    async run(
      transaction,
      { id },
      _actor,
      { batches, about }: { batches: Awaited<ReturnType<typeof changeBatches>>; about: string },
    ) {
      await setState(transaction, id, 'postponed');
      let orders = 0;
      for (const batch of batches) orders += await applyEdit(transaction, services, batch);
      await announcePurge(transaction, { target: 'courses' });
      return {
        done: `Postponed. ${about}`.trim(),
        batches: [{ id, orders }],
      };
    },
    audit: ({ id }) => ({ subject: { kind: 'batch', id: String(id) } }),
  },
});
