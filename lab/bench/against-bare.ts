/** Compares cached BFF responses with a bare Fastify route that sends the same bytes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchmarkOptions } from './benchmark.ts';
import { type LoadSample, loadContender } from './measured-load.ts';
import { rawAnswer } from './raw-answer.ts';
import type { Contender } from './rounds.ts';
import type { BareRoute } from './servers/bare-route.ts';
import { type Server, startServer } from './servers/launch.ts';

export type Form = 'identity' | 'gzip' | 'br';

export interface BarePeer extends AsyncDisposable {
  /** Contenders: BFF and bare route for each encoding, by {@link contenderName}. */
  contenders: Contender<LoadSample>[];
  /** Body length in bytes for each encoding. */
  bytes: Map<Form, number>;
  routes: readonly BareRoute[];
}

/** A bare route that also sends the BFF's headers: the remaining difference is the BFF's own work. */
export const sameHeaders = 'bare Fastify, br, same headers';

export function contenderName(who: 'BFF' | 'bare Fastify', form: Form): string {
  return `${who}, ${form}`;
}

/**
 * Fetches a path in several encodings and starts a bare route with these bytes.
 * @param folder for the files with the bytes
 */
export async function startBarePeer(
  bff: Server,
  path: string,
  forms: readonly Form[],
  folder: string,
  { roundSeconds: seconds }: BenchmarkOptions,
): Promise<BarePeer> {
  mkdirSync(folder, { recursive: true });
  const bytes = new Map<Form, number>();
  const routes: BareRoute[] = [];
  // Fills the cache. The compressed forms are ready shortly afterwards.
  await rawAnswer(`${bff.url}${path}`);
  for (const form of forms) {
    const { body, type, encoding, headers } = await rawAnswer(
      `${bff.url}${path}`,
      form === 'identity' ? undefined : form,
    );
    const file = join(folder, form);
    writeFileSync(file, body);
    bytes.set(form, body.length);
    routes.push({ path: `/${form}`, file, type, encoding });
    if (form === 'br') routes.push({ path: '/same-headers', file, type, headers });
  }
  const bare = await startServer({
    entry: join(import.meta.dirname, 'servers/bare-route.ts'),
    env: { ROUTES: JSON.stringify(routes) },
    measured: true,
  });
  const contenders = forms.flatMap((form) => {
    const headers: Record<string, string> = form === 'identity' ? {} : { 'accept-encoding': form };
    const load = { seconds, headers };
    return [
      loadContender(contenderName('BFF', form), bff, { ...load, url: `${bff.url}${path}` }),
      loadContender(contenderName('bare Fastify', form), bare, { ...load, url: `${bare.url}/${form}` }),
    ];
  });
  if (forms.includes('br')) {
    const load = { seconds, headers: { 'accept-encoding': 'br' }, url: `${bare.url}/same-headers` };
    contenders.push(loadContender(sameHeaders, bare, load));
  }
  return { contenders, bytes, routes, [Symbol.asyncDispose]: () => bare[Symbol.asyncDispose]() };
}
