import type { OfferData } from '@meridian/contracts/waitlist/offer';
import { useCallback, useEffect, useState } from 'react';

export type OfferView =
  | { kind: 'loading' }
  | { kind: 'known'; offer: OfferData; fault?: string }
  | { kind: 'missing' }
  | { kind: 'failed'; message: string };

async function ask(path: string, body?: object): Promise<OfferView> {
  // Loaded on use, so that the HTTP client does not delay the page.
  const { callApi } = await import('../../api/call.ts');
  const result = await callApi(path, body);
  if ('error' in result) {
    const { kind, message } = result.error;
    return kind === 'missing' ? { kind: 'missing' } : { kind: 'failed', message };
  }
  const offer = result.data as OfferData | undefined;
  return typeof offer?.state === 'string' ? { kind: 'known', offer } : { kind: 'missing' };
}

/** An offer of the waiting list by its token. Only `decline` changes anything. */
export function useOffer(token: string) {
  const [view, setView] = useState<OfferView>({ kind: 'loading' });
  const [busy, setBusy] = useState(false);
  const path = `/api/waitlist/${encodeURIComponent(token)}`;
  const read = useCallback(async () => {
    setBusy(true);
    setView(await ask(path));
    setBusy(false);
  }, [path]);
  useEffect(() => void read(), [read]);
  return {
    view,
    busy,
    read,
    async decline() {
      setBusy(true);
      const answer = await ask(`${path}/decline`, {});
      setView((before) =>
        answer.kind === 'failed' && before.kind === 'known' ? { ...before, fault: answer.message } : answer,
      );
      setBusy(false);
    },
  };
}
