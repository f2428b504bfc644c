/** Payment provider stub: creates and counts orders at constant low cost. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

let orders = 0;

async function makeOrder(body: string) {
  const { amount, currency, receipt, notes } = JSON.parse(body) as Record<string, unknown>;
  orders += 1;
  const id = `order_${String(orders).padStart(14, '0')}`;
  return {
    id,
    entity: 'order',
    amount,
    amount_paid: 0,
    currency,
    receipt,
    notes,
    status: 'created',
    created_at: 0,
  };
}

createServer(async (request, response) => {
  const answer = request.method === 'POST' ? await makeOrder(await text(request)) : { orders };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
