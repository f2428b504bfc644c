/** A signed-in operator of the console, by its own API. */
import { totpOf } from '@meridian/stack/totp';
import { BenchError } from './bench-error.ts';

const password = 'correct horse battery staple';

export interface ConsoleClient {
  /** @returns `data` of the answer and how long it took, in milliseconds @throws BenchError if it is refused */
  get(path: string): Promise<{ data: unknown; ms: number }>;
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');

/** @param link of an invitation, whose operator this becomes */
export async function openConsole(link: string): Promise<ConsoleClient> {
  const { origin, hash, searchParams } = new URL(link);
  let cookie = '';
  async function send(path: string, body?: object) {
    const response = await fetch(`${origin}/console/api${path}`, {
      headers: { cookie, ...(body && { origin, 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { message: string; data: Record<string, string> };
    if (!response.ok) throw new BenchError('wrong_answer', `${path}: ${answer.message}`);
    if (body) cookie = cookiesOf(response) || cookie;
    return answer.data;
  }
  const token = searchParams.get('token') ?? hash.replace(/^#(?:token=)?/, '');
  const accepted = await send('/invitations/accept', { token, name: 'Benchmark', password });
  await send('/second-factor', { code: totpOf(accepted.totp_uri ?? '') });
  return {
    async get(path) {
      const begun = performance.now();
      const data = await send(path);
      return { data, ms: performance.now() - begun };
    },
  };
}
