/** Baseline server for leads: plain sequential code, one commit per request. */
import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

const { DATABASE_URL: connectionString = '', UPSTREAM_URL = '' } = process.env;
const queue = 'deliver-lead';
// As many connections as the BFF: ten for its tables, four for its queue.
const pool = new pg.Pool({ connectionString, max: 10 });
const boss = new PgBoss({ connectionString, max: 4, supervise: false, schedule: false });
boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
await pool.query(
  'create table leads (id uuid primary key, body jsonb not null, received_at timestamptz default now())',
);
await boss.start();
await boss.createQueue(queue);

const app = fastify();
app.post('/api/contact_us', async (request) => {
  const id = randomUUID();
  const body = JSON.stringify(request.body);
  await pool.query('insert into leads (id, body) values ($1, $2)', [id, body]);
  const response = await fetch(`${UPSTREAM_URL}/contact_us`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': id },
    body,
  });
  const answer = await response.json();
  await boss.send(queue, { id });
  return answer;
});
app.get('/healthz', () => ({}));
process.on('SIGTERM', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
