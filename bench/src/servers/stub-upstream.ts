/** A program: an upstream that takes every submission at the same small cost, and counts them. */
import { createServer } from 'node:http';

const taken = Buffer.from(JSON.stringify({ status: 1, message: 'Thank you!', data: {} }));
const headers = ['content-type', 'application/json', 'content-length', String(taken.length)];
let submissions = 0;

createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ submissions }));
    return;
  }
  request.resume().on('end', () => {
    submissions += 1;
    response.writeHead(200, headers).end(taken);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
