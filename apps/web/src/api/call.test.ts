import { afterEach, describe, expect, it, vi } from 'vitest';
import { callApi } from './call.ts';

function answerWith(answer: () => Response): void {
  vi.stubGlobal('fetch', async () => answer());
}

const unexpected = 'An unexpected error occurred.';

describe('a call of the API', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('returns the data of a success without its envelope', async () => {
    answerWith(() => Response.json({ status: 1, message: 'Thanks', data: { a: 1 } }));
    expect(await callApi('/api/x')).toEqual({ data: { a: 1 }, message: 'Thanks' });
  });

  it.each([
    ['refused', 200, 'Not now', 'Not now'],
    ['refused', 400, 'Not so', 'Not so'],
    ['refused', 409, '', unexpected],
    ['missing', 404, 'No such thing', 'No such thing'],
    ['unavailable', 429, 'Later', 'Later'],
    ['unavailable', 502, '', unexpected],
  ])(
    'fails with %s after HTTP %i, with a message for the visitor',
    async (kind, httpStatus, message, shown) => {
      answerWith(() => Response.json({ status: 0, message }, { status: httpStatus }));
      expect(await callApi('/api/x', {})).toMatchObject({ error: { kind, httpStatus, message: shown } });
    },
  );

  it('passes on the messages of the fields and the data of a refusal', async () => {
    const errors = { email: ['Not an address'] };
    answerWith(() => Response.json({ status: 0, message: 'No', errors, data: 7 }, { status: 400 }));
    expect(await callApi('/api/x', {})).toMatchObject({ error: { errors, data: 7 } });
  });

  it.each([
    ['unreadable', () => new Response('<html>')],
    ['unreadable', () => Response.json(['no envelope'])],
    [
      'unreachable',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('fails with %s and the default message without a readable envelope (%#)', async (kind, answer) => {
    answerWith(answer);
    expect(await callApi('/api/x', {})).toEqual({ error: { kind, message: unexpected } });
  });
});
