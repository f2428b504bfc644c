/** Routes: the screen for each address. Without a session, only the sign-in screens are shown. */
import { Loading } from '@meridian/ui/notice';
import { Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { api } from '../api/api.ts';
import { isFailure } from '../api/failure.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { StepUpProvider } from '../parts/step-up.tsx';
import { SessionContext } from '../session/session-context.ts';
import { findScreen } from './find-screen.ts';
import { screen } from './screen-loader.tsx';
import { Shell } from './shell.tsx';

const SignIn = screen(async () => (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen);
const Invitation = screen(
  async () => (await import('../features/sign-in/invitation-screen.tsx')).InvitationScreen,
);
const OidcReturn = screen(async () => (await import('../features/sign-in/oidc-return.tsx')).OidcReturn);
function Screen() {
  const { pathname } = useLocation();
  const found = findScreen(pathname);
  const title = found?.row.title ?? 'Page not found';
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  if (!found) return <Navigate to="/" replace />;
  return found.row.show(found.id);
}

function SignedInApp() {
  const { pathname, search } = useLocation();
  const session = api.useSessionQuery();
  const isOut = isFailure(session.error) && session.error.status === 401;
  if (isOut || session.data?.enrolling) {
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${next}`} replace />;
  }
  if (!session.data)
    return session.error ? (
      <main className="p-6">
        <FailureNotice error={session.error} retry={session.refetch} />
      </main>
    ) : (
      <Loading className="p-6" />
    );
  return (
    <SessionContext value={session.data}>
      <StepUpProvider>
        <Shell>
          <Suspense fallback={<Loading />}>
            <Screen />
          </Suspense>
        </Shell>
      </StepUpProvider>
    </SessionContext>
  );
}

export function App() {
  const { pathname } = useLocation();
  return (
    <Suspense fallback={<Loading className="p-6" />}>
      {pathname === '/sign-in' ? (
        <SignIn.Show />
      ) : pathname === '/sign-in/oidc' ? (
        <OidcReturn.Show />
      ) : pathname === '/invitation' ? (
        <Invitation.Show />
      ) : (
        <SignedInApp />
      )}
    </Suspense>
  );
}
