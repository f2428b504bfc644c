import { Button } from '@meridian/ui/button';
import { LogIn } from '@meridian/ui/icons';
import { api } from '../api/api.ts';
import { messageOf } from '../api/failure.ts';
import { rememberNext } from './next-address.ts';

/** A button that opens the identity provider, if one is configured. @param next the address to return to */
export function OidcButton({ next, onProblem }: { next: string; onProblem(message: string): void }) {
  const { data } = api.useOidcQuery();
  const [begin, { isLoading }] = api.useBeginOidcMutation();
  if (!data?.name) return null;
  async function leave(): Promise<void> {
    const begun = await begin();
    if (!begun.data) return onProblem(messageOf(begun.error));
    rememberNext(next);
    window.location.assign(begun.data.url);
  }
  return (
    <Button tone="outline" busy={isLoading} onClick={() => void leave()}>
      <LogIn aria-hidden="true" className="size-5" /> Sign in with {data.name}
    </Button>
  );
}
