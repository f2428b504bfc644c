/** CRM stub: accepts every record after a constant latency and counts duplicates. */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CrmState {
  /** Distinct leads received. */
  leads: number;
  /** Duplicate records. */
  repeated: number;
  calls: number;
  /** Max concurrent calls. */
  maxAtOnce: number;
  /** Start of the first call and end of the last, in milliseconds since 1970; 0 if none. */
  firstAt: number;
  lastAt: number;
}

const latencyMs = Number(process.env.LATENCY_MS);
const url = `http://127.0.0.1:${process.env.PORT}`;
const arrived = new Set<string>();
const state: CrmState = { leads: 0, repeated: 0, calls: 0, maxAtOnce: 0, firstAt: 0, lastAt: 0 };
let active = 0;

async function takeRecords(request: IncomingMessage): Promise<unknown> {
  const answerAt = Date.now() + latencyMs;
  state.firstAt ||= Date.now();
  state.calls += 1;
  active += 1;
  state.maxAtOnce = Math.max(state.maxAtOnce, active);
  const { data } = JSON.parse(await text(request)) as { data: { Website_Lead_ID: string }[] };
  for (const { Website_Lead_ID: id } of data) {
    if (arrived.has(id)) state.repeated += 1;
    arrived.add(id);
  }
  state.leads = arrived.size;
  // Includes the stub's own processing time.
  await sleep(Math.max(0, answerAt - Date.now()));
  active -= 1;
  state.lastAt = Date.now();
  return { data: data.map(() => ({ code: 'SUCCESS', status: 'success', details: { id: 'record' } })) };
}

createServer(async (request, response) => {
  const answer = request.url?.startsWith('/oauth/')
    ? { access_token: 'token', api_domain: url, expires_in: 3_600 }
    : request.method === 'POST'
      ? await takeRecords(request)
      : state;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
