import { type Composer, composeReadable } from '../../mail/outbox/composer.ts';
import { calledOffBatches, isCalledOff } from '../batches/called-off.ts';
import { joiningOfBatches } from '../orders/effects/batch-mails.ts';
import { findOrders, throwUnreadable } from '../orders/store/order-queries.ts';
import { type OrderMailOptions, orderMail, orderMailKinds } from './order-mail-data.ts';
import { documentsOfOrders } from './order-pdfs.ts';

export function createOrderComposer(options: OrderMailOptions): Composer {
  return {
    kinds: orderMailKinds,
    async compose(transaction, mails) {
      const ids = [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))];
      const found = await findOrders(transaction, ids);
      const orders = new Map(found.orders.map((order) => [order.id, order]));
      const documents = options.issuesInvoices ? await documentsOfOrders(transaction, ids) : new Map();
      const batchIds = [...orders.values()].map(({ batch }) => batch.course_schedule_id);
      const joining = await joiningOfBatches(transaction, batchIds);
      const calledOff = await calledOffBatches(transaction, batchIds);
      return new Map(
        mails.map((mail) => {
          const order = orders.get(mail.orderId ?? '');
          const batchId = order?.batch.course_schedule_id ?? 0;
          const batch = {
            joining: joining.get(batchId),
            isCalledOff: order !== undefined && isCalledOff(calledOff, order),
          };
          const said = composeReadable(() => {
            throwUnreadable(found, mail.orderId);
            return orderMail(mail, order, documents.get(mail.orderId ?? '') ?? [], options, batch);
          });
          return [mail.id, said.kind === 'ready' ? { ...said, requestId: order?.requestId ?? null } : said];
        }),
      );
    },
  };
}
