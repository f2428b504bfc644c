import type { FastifyInstance } from 'fastify';
import type { Razorpay } from '../razorpay/razorpay.ts';
import { inboxSection, mailPage } from '../smtp/inbox.ts';
import type { Smtp } from '../smtp/smtp.ts';
import type { Zoho } from '../zoho/zoho.ts';
import { page, table } from './html.ts';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const clock = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});
const time = (seconds: number) => clock.format(seconds * 1_000);

/** The root page lists what the services have received, newest first. Each email has its own page. */
export function pageRoutes({ razorpay, zoho, smtp }: { razorpay: Razorpay; zoho: Zoho; smtp: Smtp }) {
  const leads = () => {
    const rows = zoho.leads.all().map(({ fields, trigger, receivedAt }) => {
      const { First_Name, Last_Name, Email, Phone, Lead_Source, ...others } = fields;
      const name = [First_Name, Last_Name].filter(Boolean).join(' ');
      return [
        clock.format(new Date(receivedAt)),
        name,
        Email,
        Phone,
        Lead_Source,
        trigger?.join(', ') ?? 'all',
        others,
      ];
    });
    const headings = ['Received', 'Name', 'Email', 'Phone', 'Source', 'Trigger', 'Other fields'];
    return table('Leads', headings, rows.toReversed());
  };

  const orders = () => {
    const rows = [...razorpay.store.orders.values()].map(({ order }) => {
      const { created_at, id, receipt, amount, status, attempts } = order;
      return [time(created_at), id, receipt, rupees.format(amount / 100), status, attempts];
    });
    return table(
      'Orders',
      ['Created', 'Order', 'Receipt', 'Amount', 'Status', 'Attempts'],
      rows.toReversed(),
    );
  };

  const payments = () => {
    const rows = [...razorpay.store.payments.values()].map(({ payment }) => {
      const { created_at, id, order_id, amount, amount_refunded, status, email } = payment;
      const refunded = rupees.format(amount_refunded / 100);
      return [time(created_at), id, order_id, rupees.format(amount / 100), refunded, status, email];
    });
    const headings = ['Created', 'Payment', 'Order', 'Amount', 'Refunded', 'Status', 'Email'];
    return table('Payments', headings, rows.toReversed());
  };

  const deliveries = () => {
    const rows = razorpay.webhooks
      .deliveries()
      .map(({ event, event_id, mode, state, attempts }) => [
        event,
        event_id,
        mode,
        state,
        attempts.join(', '),
      ]);
    return table('Webhooks', ['Event', 'Event id', 'Mode', 'State', 'Responses'], rows.toReversed());
  };

  return async (scope: FastifyInstance): Promise<void> => {
    scope.get('/', async (_request, reply) => {
      const introduction =
        'Stand-ins for Razorpay, Zoho and a mail server: no money moves, no lead reaches a real CRM, and no mail is delivered. Times are IST.';
      const mails = await inboxSection(smtp, (timestamp) => clock.format(new Date(timestamp)));
      const html = page('Sandbox', introduction, [leads(), orders(), payments(), deliveries(), mails]);
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
    });
    scope.get<{ Params: { id: string } }>('/mails/:id', async ({ params: { id } }, reply) => {
      const mail = smtp.store.find(id);
      if (!mail) return reply.callNotFound();
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(await mailPage(mail));
    });
  };
}
