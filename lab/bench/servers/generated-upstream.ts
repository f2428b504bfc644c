/** Upstream server with a generated catalogue. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { generatedCatalogue } from './generated-catalogue.ts';

const { COURSES = '16', POSTS = '30', PORT } = process.env;
const catalogue = generatedCatalogue({ courses: Number(COURSES), posts: Number(POSTS) });
type Answer = (request: Record<string, unknown>) => unknown;
const answers = new Map<string, Answer>(
  Object.entries(catalogue).map(([name, answer]) => [`/${name}`, answer]),
);

function envelopeOf(url: string, body: string): object {
  const answer = answers.get(url);
  if (!answer) return { status: 0, message: 'Call not found' };
  const data = answer(JSON.parse(body || '{}'));
  return data === undefined
    ? { status: 0, message: 'There is nothing of this name' }
    : { status: 1, message: '', data };
}

createServer(async (request, response) => {
  if (request.url === '/healthz') {
    response.end();
    return;
  }
  const envelope = envelopeOf(request.url ?? '', await text(request));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
}).listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
