import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { sendLink } from './self-service-calls.ts';

/** Sends a fresh link to the order's own address. */
export function SendLink({ token, hint }: { token: string; hint?: string }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ text: string; isFault: boolean }>();

  async function send(): Promise<void> {
    setBusy(true);
    const answer = await sendLink(token);
    setBusy(false);
    setSaid(
      'data' in answer
        ? {
            text: `A link is on its way to ${answer.data.email_hint}. It works once, for ${answer.data.minutes} minutes.`,
            isFault: false,
          }
        : { text: answer.message, isFault: true },
    );
  }

  return (
    <>
      <Button busy={busy} className="mt-4 max-sm:w-full" onClick={() => void send()}>
        {hint ? `Send a link to ${hint}` : 'Send a fresh link'}
      </Button>
      <p
        role="status"
        className={`mt-3 font-semibold empty:hidden ${said?.isFault ? 'text-alert-strong' : 'text-brand-strong'}`}
      >
        {said?.text}
      </p>
    </>
  );
}
