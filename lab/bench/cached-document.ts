/**
 * Compares a cached page with a bare Fastify route that sends the same bytes, uncompressed and precompressed,
 * and its p99 with that of Node's own server.
 */
import { join } from 'node:path';
import { contenderName, type Form, sameHeaders, startBarePeer } from './against-bare.ts';
import type { Benchmark } from './benchmark.ts';
import { loadColumns, loadContender, loadRatios, loadRow } from './measured-load.ts';
import { alternate } from './rounds.ts';
import { startDatabase } from './servers/database.ts';
import { startServer } from './servers/launch.ts';
import { startBff, startUpstream } from './servers/product.ts';
import { medianRatio } from './statistics.ts';

const forms: readonly Form[] = ['identity', 'gzip', 'br'];
const nodeName = 'bare node:http, br';

export const cachedDocument: Benchmark = {
  title: 'GET / from the cache',
  async run(options) {
    await using database = await startDatabase();
    await using upstream = await startUpstream(await database.create('upstream'));
    await using bff = await startBff({
      databaseUrl: await database.create('bff'),
      upstreamUrl: upstream.url,
    });
    await using peer = await startBarePeer(bff, '/', forms, join(database.dataDir, 'document'), options);
    await using node = await startServer({
      entry: join(import.meta.dirname, 'servers/bare-node.ts'),
      env: { ROUTES: JSON.stringify(peer.routes) },
      measured: true,
    });
    const nodeLoad = { url: `${node.url}/br`, seconds: options.roundSeconds };
    const contenders = [...peer.contenders, loadContender(nodeName, node, nodeLoad)];
    const samples = await alternate(contenders, options.rounds);
    const of = (name: string) => samples.get(name) ?? [];
    const ratios = (form: Form) =>
      loadRatios(of(contenderName('BFF', form)), of(contenderName('bare Fastify', form)));
    const p99Of = (name: string) => of(name).map(({ p99Ms }) => p99Ms);
    const p99Ratio = medianRatio(p99Of(contenderName('BFF', 'br')), p99Of(nodeName));
    const bytes = forms.map((form) => `${form} ${peer.bytes.get(form)}`).join(', ');
    return {
      tables: [
        {
          title: `Bytes: ${bytes}; 50 connections, ${options.rounds} rounds, medians`,
          columns: loadColumns,
          rows: [...samples].map(([name, taken]) => loadRow(name, taken)),
        },
        {
          title: 'The BFF against bare Fastify',
          columns: ['', 'throughput', 'processor'],
          rows: [
            ...forms.map((form) => [form, ...Object.values(ratios(form))]),
            [
              'br, same headers',
              ...Object.values(loadRatios(of(contenderName('BFF', 'br')), of(sameHeaders))),
            ],
          ],
        },
      ],
      targets: [
        ...forms.map((form) => ({
          what: `cached document (${form}) against bare Fastify`,
          value: ratios(form).throughput,
          atLeast: 0.8,
        })),
        { what: 'p99 of the cached document (br) against bare node:http', value: p99Ratio, atMost: 1.5 },
      ],
      samples: Object.fromEntries(samples),
    };
  },
};
