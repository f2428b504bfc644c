// Fake app: listens on its port, answers health checks, returns its environment, and exits on request. With
// the argument "broken" it exits before it listens.
import { createServer } from 'node:http';

const [name, mode] = process.argv.slice(2);
const portNames: Record<string, string> = { bff: 'PORT', upstream: 'UPSTREAM_PORT', sandbox: 'SANDBOX_PORT' };
const port = Number(process.env[portNames[name ?? ''] ?? '']);

if (mode === 'broken') {
  console.error('the setting COLOUR is missing');
  process.exit(3);
}

createServer((request, response) => {
  if (request.url === '/exit') {
    console.error('exiting unexpectedly');
    process.exit(4);
  }
  if (request.url === '/env') {
    response.end(JSON.stringify({ ...process.env, pid: process.pid }));
    return;
  }
  response.statusCode = ['/healthz', '/readyz/writes'].includes(request.url ?? '') ? 200 : 404;
  response.end();
}).listen(port, '127.0.0.1');

console.log(JSON.stringify({ level: 30, msg: 'an ordinary line' }));
console.log(JSON.stringify({ level: 40, msg: 'a line to act on' }));
