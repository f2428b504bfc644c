import type { Composer } from '../../mail/composer.ts';
import { findOrders } from '../order/order-queries.ts';
import { type OrderMailOptions, orderMail, orderMailKinds } from './order-mail-data.ts';
import { documentsOfOrders } from './order-pdfs.ts';

/** Composes the mails about orders. */
export function createOrderComposer(options: OrderMailOptions): Composer {
  return {
    kinds: orderMailKinds,
    async compose(transaction, mails) {
      const ids = [...new Set(mails.flatMap(({ orderId }) => orderId ?? []))];
      const orders = new Map((await findOrders(transaction, ids)).map((order) => [order.id, order]));
      const documents = options.issuesInvoices ? await documentsOfOrders(transaction, ids) : new Map();
      return new Map(
        mails.map((mail) => {
          const order = orders.get(mail.orderId ?? '');
          return [mail.id, orderMail(mail, order, documents.get(mail.orderId ?? '') ?? [], options)];
        }),
      );
    },
  };
}
