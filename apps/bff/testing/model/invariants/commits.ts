/** Invariants of each step: previews, refusals, repeated reports and refunds. */
import { sentPaise, sumOf, toReturn } from '../money.ts';
import { changedTables, type Snapshot } from '../snapshot.ts';
import { finding, type Invariant } from './invariant.ts';

/** The refund is the amount that the payer or operator saw and confirmed, or the commit is refused. */
export const previewEqualsCommit: Invariant = {
  name: 'previewEqualsCommit',
  at: 'step',
  check({ outcome: { result, order, promisedPaise }, before, after }) {
    if (result !== 'done' || !order || promisedPaise === undefined) return [];
    const find = (snapshot: Snapshot) => snapshot.orders.find(({ id }) => id === order.id);
    const decided = toReturn(find(after)) - toReturn(find(before));
    const sent = sentPaise(after.rows, order.id) - sentPaise(before.rows, order.id);
    const detail = `order ${order.label}: shown ${promisedPaise}, decided ${decided}, sent ${sent} paise`;
    if (decided !== promisedPaise) return [finding('the decided refund differs from the preview', detail)];
    return sent === promisedPaise ? [] : [finding('the sent refund differs from the preview', detail)];
  },
};

/** A refusal leaves every row as it was. */
export const refusalChangesNothing: Invariant = {
  name: 'refusalChangesNothing',
  at: 'step',
  check({ outcome: { result, said }, before, after }) {
    if (result !== 'refused') return [];
    const changed = changedTables(before.rows, after.rows);
    return changed.length === 0 ? [] : [finding('changed after a refusal', `${changed.join(', ')}: ${said}`)];
  },
};

/** A webhook or a claim that arrives again changes nothing. */
export const repeatChangesNothing: Invariant = {
  name: 'repeatChangesNothing',
  at: 'step',
  check({ outcome: { repeats }, before, after }) {
    const changed = repeats ? changedTables(before.rows, after.rows) : [];
    return changed.length === 0 ? [] : [finding('changed by a repeated report', changed.join(', '))];
  },
};

/** Self-service refunds at most the amount that the terms of the sale allow at that moment. */
export const selfServiceKeepsTerms: Invariant = {
  name: 'selfServiceKeepsTerms',
  at: 'step',
  check({ outcome: { result, order, allowedPaise }, before, after }) {
    if (result !== 'done' || !order || allowedPaise === undefined) return [];
    const find = (snapshot: Snapshot) => snapshot.orders.find(({ id }) => id === order.id);
    const given = toReturn(find(after)) - toReturn(find(before));
    if (given <= allowedPaise) return [];
    const detail = `order ${order.label}: ${given} instead of at most ${allowedPaise} paise`;
    const stored = find(before);
    const isMoved = stored?.movedAt !== null;
    return [
      finding(isMoved ? 'more than the terms allow after a move' : 'more than the terms allow', detail),
    ];
  },
};

/** Our refund requests for a payment, without those that failed, are together at most its amount. */
export const refundsAreCovered: Invariant = {
  name: 'refundsAreCovered',
  at: 'step',
  check({ after: { orders } }) {
    return orders.flatMap(({ payments }) =>
      payments.flatMap(({ paymentId, amountPaise, refunds }) => {
        const ours = refunds.filter(({ source, state }) => source === 'operator' && state !== 'failed');
        const requested = sumOf(ours.map((refund) => refund.amountPaise));
        if (requested <= amountPaise) return [];
        return [
          finding(
            'refund requests exceed the captured amount',
            `${paymentId}: ${requested} of ${amountPaise}`,
          ),
        ];
      }),
    );
  },
};

/** Each refund at the provider was made in the dashboard, or is the only refund for a request of ours. */
export const refundsAreOurs: Invariant = {
  name: 'refundsAreOurs',
  at: 'step',
  check({ after: { provider, rows } }) {
    const requested = new Map(rows.refunds.map(({ id, amount_paise: paise }) => [id, Number(paise)]));
    const receipts = provider.refunds.flatMap(({ receipt }) => receipt ?? []);
    return provider.refunds.flatMap(({ id, receipt, amountPaise }) => {
      if (receipt === null) return [];
      if (requested.get(receipt) !== amountPaise) return [finding('a refund that was not requested', id)];
      return receipts.filter((one) => one === receipt).length > 1
        ? [finding('a refund is made twice', id)]
        : [];
    });
  },
};
