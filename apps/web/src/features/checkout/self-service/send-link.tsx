import { Button } from '@meridian/ui/button';
import { messageOf } from '../../../api/call-query.ts';
import { selfServiceApi } from './self-service-api.ts';

/** Emails a new link to the order's email address. */
export function SendLink({ token, hint }: { token: string; hint?: string }) {
  const [send, { data, error, isLoading }] = selfServiceApi.endpoints.sendManageLink.useMutation();
  return (
    <>
      <Button busy={isLoading} className="mt-4 max-sm:w-full" onClick={() => void send(token)}>
        {hint ? `Send a link to ${hint}` : 'Send a new link'}
      </Button>
      <p
        role="status"
        className={`mt-3 font-semibold empty:hidden ${error ? 'text-alert-strong' : 'text-brand-strong'}`}
      >
        {data
          ? `We have sent a link to ${data.email_hint}. You can use it once, within ${data.minutes} minutes.`
          : messageOf(error)}
      </p>
    </>
  );
}
