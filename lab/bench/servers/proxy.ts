/** Proxy to the upstream, without a cache. */
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

const app = fastify();
await app.register(httpProxy, { upstream: process.env.UPSTREAM_URL ?? '', prefix: '/api' });
app.get('/healthz', () => ({}));
process.on('SIGTERM', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
