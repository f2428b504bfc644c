/**
 * Issues tax documents that wait for an operator, for example those of orders paid before a supplier was
 * configured.
 */
import { type IssuingDependencies, issueDocuments } from '../documents/issue-document.ts';
import { requestEarlierDocuments } from './invoice-earlier.ts';

export const noSupplier =
  'Nothing is issued: SUPPLIER_LEGAL_NAME, SUPPLIER_ADDRESS and SUPPLIER_GSTIN are not set.';

/**
 * Issues the documents that wait. Idempotent: a document that was issued is not issued again.
 *
 * @param options.orderId only this order; all orders if omitted
 * @param options.onIssued called after each order with the number of documents so far
 * @returns the numbers of the documents
 */
export async function issueWaiting(
  issuing: IssuingDependencies,
  { orderId, onIssued }: { orderId?: string | undefined; onIssued?: (count: number) => Promise<void> } = {},
): Promise<string[]> {
  const { database } = issuing;
  await requestEarlierDocuments(issuing, orderId);
  const waiting = await database
    .selectFrom('document_requests')
    .select('order_id')
    .where('is_settled', '=', false)
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
    .orderBy('created_at')
    .execute();
  const numbers: string[] = [];
  for (const id of new Set(waiting.map(({ order_id: each }) => each))) {
    numbers.push(...(await issueDocuments(issuing, id, { alsoWaiting: true })));
    await onIssued?.(numbers.length);
  }
  return numbers;
}
