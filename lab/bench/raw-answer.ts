import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { BenchError } from './bench-error.ts';

export interface RawAnswer {
  /** Encoded bytes. */
  body: Buffer;
  type: string;
  encoding?: string;
  /** All headers except those that Node's server adds automatically. */
  headers: Record<string, string>;
}

const ofServer = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** Sends one request. @throws BenchError unless the status is 200 and the encoding is the requested one */
export async function rawAnswer(url: string, encoding?: string): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  request(
    url,
    { agent: false, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } },
    async (response) => {
      const body = await buffer(response);
      const { 'content-type': type = '', 'content-encoding': given } = response.headers;
      if (response.statusCode !== 200 || given !== encoding)
        reject(
          new BenchError('wrong_answer', `${url} answered ${response.statusCode} in ${given ?? 'identity'}`),
        );
      const headers = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
        ofServer.has(name) || values === undefined ? [] : [[name, values.join(', ')]],
      );
      resolve({ body, type, encoding: given, headers: Object.fromEntries(headers) });
    },
  )
    .on('error', reject)
    .end();
  return promise;
}
