/** `ops orders review` and `ops orders refund`: shows an order and carries out an operator's decision. */

import type { Decision } from '../../enrolment/decisions/decision.ts';
import { openCases } from '../../enrolment/orders/cases/case-store.ts';
import type { Order } from '../../enrolment/orders/order.ts';
import { receiptPath } from '../../enrolment/orders/receipt-path.ts';
import { historyOf } from '../../enrolment/orders/store/order-history.ts';
import { findOrder } from '../../enrolment/orders/store/order-queries.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { orRefused } from './answer.ts';
import { wholeNumber } from './arguments.ts';
import { previewCancellation } from './cancellation-preview.ts';
import { impossible, type OrdersDependencies, type Use, wrong } from './orders-use.ts';
import { attendeesOf, printOrder, summaryOf } from './orders-view.ts';

function receiptUrl({ publicUrl }: OrdersDependencies, order: Order): string {
  const path = receiptPath(order.receiptToken);
  return publicUrl === undefined ? path : new URL(path, publicUrl).href;
}

async function present(use: Use, orderId: string, done?: string): Promise<number> {
  const { deps, print, json } = use;
  const order = await findOrder(deps.database, 'id', orderId);
  if (!order) return impossible(use, 'There is no such order');
  const history = await historyOf(deps.database, orderId);
  const cases = await openCases(deps.database, { orderIds: [orderId] });
  const address = receiptUrl(deps, order);
  if (json) {
    const said = done === undefined ? {} : { done };
    const whole = { ...summaryOf(order, cases), ...attendeesOf(order), receipt_url: address, history };
    print(JSON.stringify({ ...said, orders: [whole] }, null, 2));
    return 0;
  }
  if (done !== undefined) print(done);
  printOrder(print, order, { cases, history, receiptUrl: address });
  return 0;
}

async function resolveCase(use: Use, orderId: string, decision: Decision, note: string): Promise<number> {
  try {
    return await orRefused(use, async () => {
      const { done } = await use.deps.decisions.decide(orderId, decision, note);
      return present(use, orderId, done);
    });
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    return impossible(
      use,
      `${error.message}. Nothing is lost: the refund is asked for, and sent again under the same key by this ` +
        'command or by the reconciler.',
    );
  }
}

export async function review(
  use: Use,
  id: string,
  values: {
    [Name in 'book' | 'unbook' | 'refund' | 'close']?: boolean | undefined;
  } & { note?: string | undefined },
): Promise<number> {
  const [kind, ...more] = (['book', 'unbook', 'refund', 'close'] as const).filter((name) => values[name]);
  const note = values.note?.trim() ?? '';
  if (more.length > 0 || (kind && note === ''))
    return wrong(use, 'Choose one of --book, --unbook, --refund, --close, and say why with --note.');
  return kind ? resolveCase(use, id, { kind }, note) : present(use, id);
}

export async function refund(
  use: Use,
  orderId: string,
  values: {
    seats?: string | undefined;
    note?: string | undefined;
    'by-transfer'?: string | undefined;
    'by-policy'?: boolean | undefined;
    preview?: boolean | undefined;
  },
): Promise<number> {
  const seats = values.seats === undefined ? undefined : wholeNumber(values.seats, 0, 1_000);
  if (values.seats !== undefined && seats === undefined)
    return wrong(use, '--seats takes a whole number from 1 up.');
  if (values.preview) return previewCancellation(use, orderId, seats);
  const note = values.note?.trim() ?? '';
  if (note === '') return wrong(use, 'Say why with --note.');
  const transfer = values['by-transfer']?.trim();
  if (transfer !== undefined && !/^[A-Za-z0-9/-]{6,40}$/.test(transfer))
    return wrong(use, '--by-transfer takes the reference of the transfer (UTR).');
  const means = {
    ...(seats !== undefined && { seats }),
    ...(transfer !== undefined && { transfer }),
    ...(values['by-policy'] && { byPolicy: true }),
  };
  return resolveCase(use, orderId, { kind: 'cancel', ...means }, note);
}
