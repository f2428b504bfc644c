/** Compares a cached API read with a bare Fastify route, and with a proxy to the same upstream. */
import { join } from 'node:path';
import { contenderName, type Form, startBarePeer } from './against-bare.ts';
import type { Benchmark } from './benchmark.ts';
import { loadColumns, loadContender, loadRatios, loadRow } from './measured-load.ts';
import { alternate } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { startServer } from './servers/launch.ts';
import { startBff, startUpstream } from './servers/product.ts';

const forms: readonly Form[] = ['identity', 'br'];
const proxyName = 'proxy, identity';

export const cachedRead: Benchmark = {
  title: 'GET /api/home from the cache',
  async run(options) {
    await using database = await startDatabase();
    await using upstream = await startUpstream(await database.create('upstream'));
    const { url: upstreamUrl } = upstream;
    await using bff = await startBff({ databaseUrl: await database.create('bff'), upstreamUrl });
    await using peer = await startBarePeer(bff, '/api/home', forms, join(database.dataDir, 'read'), options);
    await using proxy = await startServer({
      entry: join(import.meta.dirname, 'servers/proxy.ts'),
      env: { UPSTREAM_URL: upstreamUrl },
      measured: true,
    });
    // Reads of the upstream are POST requests, and the proxy forwards them.
    const proxyLoad = {
      url: `${proxy.url}/api/home`,
      seconds: options.roundSeconds,
      nextRequest: () => ({ body: '{}' }),
    };
    const samples = await alternate(
      [...peer.contenders, loadContender(proxyName, proxy, proxyLoad)],
      options.rounds,
    );
    const of = (name: string) => samples.get(name) ?? [];
    const ratios = (form: Form) =>
      loadRatios(of(contenderName('BFF', form)), of(contenderName('bare Fastify', form)));
    const overProxy = loadRatios(of(contenderName('BFF', 'identity')), of(proxyName));
    return {
      tables: [
        {
          title: `${peer.bytes.get('identity')} bytes, 50 connections, ${options.rounds} rounds, medians`,
          columns: loadColumns,
          rows: [...samples].map(([name, taken]) => loadRow(name, taken)),
        },
        {
          title: 'The BFF against',
          columns: ['', 'throughput', 'processor'],
          rows: [
            ...forms.map((form) => [`bare Fastify, ${form}`, ...Object.values(ratios(form))]),
            [proxyName, ...Object.values(overProxy)],
          ],
        },
      ],
      targets: [
        ...forms.map((form) => ({
          what: `cached read (${form}) against bare Fastify`,
          value: ratios(form).throughput,
          atLeast: 0.8,
        })),
        { what: 'cached read against the proxy', value: overProxy.throughput, atLeast: 5 },
      ],
      samples: Object.fromEntries(samples),
    };
  },
};
