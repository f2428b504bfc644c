import { Loading } from '@meridian/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { takeNext } from '../../parts/next-address.ts';
import { Frame } from './frame.tsx';

/** The page to which the identity provider redirects the browser. */
export function OidcReturn() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [finish] = api.useFinishOidcMutation();
  const [problem, setProblem] = useState('');
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const answer = new URLSearchParams(search);
    // Removes the parameters from the address and the history.
    window.history.replaceState(null, '', '/sign-in/oidc');
    const [code, state] = [answer.get('code'), answer.get('state')];
    if (!code || !state) {
      setProblem('The identity provider did not sign you in.');
      return;
    }
    void finish({ code, state, iss: answer.get('iss') ?? undefined }).then(({ error }) => {
      if (error) setProblem(messageOf(error));
      else void navigate(takeNext(), { replace: true });
    });
  }, [search, finish, navigate]);
  return (
    <Frame title="Sign in">
      <p role="alert" className="font-semibold text-alert-strong empty:hidden">
        {problem}
      </p>
      {problem ? (
        <Link to="/sign-in" className="text-brand-strong">
          Back to the sign-in page
        </Link>
      ) : (
        <Loading />
      )}
    </Frame>
  );
}
