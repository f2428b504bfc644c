/** Stub of the console's server, for tests. It returns the test's responses and records the requests. */
import type { SignedIn } from '@meridian/contracts/operators/console/operators';
import type { Role } from '@meridian/contracts/operators/console/roles';
import { ToastHost } from '@meridian/ui/toast';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { store } from '../api/store.ts';
import { StepUpProvider } from '../parts/step-up.tsx';
import { SessionContext } from '../session/session-context.ts';

export interface Asked {
  method: string;
  /** Path below `/console/api`. */
  path: string;
  key: string | null;
  body: unknown;
}

interface Answer {
  status?: number;
  data?: unknown;
  message?: string;
  errors?: Record<string, string[]>;
}

/**
 * @param answer returns the response to a request; 'lost' for no response
 * @returns the requests, in order
 */
export function serve(answer: (requested: Asked) => Answer | 'lost'): Asked[] {
  const all: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const requested = {
      method: init.method ?? 'GET',
      path: address.replace('/console/api', ''),
      key: new Headers(init.headers).get('idempotency-key'),
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
    };
    all.push(requested);
    const given = answer(requested);
    if (given === 'lost') throw new TypeError('Failed to fetch');
    const { status = 200, ...envelope } = given;
    return new Response(JSON.stringify({ status: status < 300 ? 1 : 0, ...envelope }), { status });
  });
  return all;
}

const sessionOf = (role: Role, sendsEmails: boolean): SignedIn => ({
  operator: { id: 'operator-1', name: 'Meera Rao', email: 'meera@example.com', role },
  enrolling: false,
  stepped_up_until: null,
  by_oidc: false,
  sends_emails: sendsEmails,
});

/** Renders a screen for a signed-in operator with a role. */
export function renderFor(
  role: Role,
  children: ReactNode,
  { address = '/', sendsEmails = true }: { address?: string; sendsEmails?: boolean } = {},
) {
  return render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <SessionContext value={sessionOf(role, sendsEmails)}>
          <StepUpProvider>
            <main id="content">{children}</main>
          </StepUpProvider>
        </SessionContext>
      </MemoryRouter>
      <ToastHost />
    </Provider>,
  );
}
