/** Navigation around every screen: a column on desktops, a bar at the bottom on phones. */
import { classNames } from '@meridian/ui/class-names';
import { Ellipsis, LogOut } from '@meridian/ui/icons';
import { ToastHost, toasts } from '@meridian/ui/toast';
import { type ReactNode, useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { api, followed } from '../api/api.ts';
import { isUnanswered, messageOf } from '../api/failure.ts';
import { useOperator } from '../session/session-context.ts';
import { QuickSearch } from './quick-search.tsx';
import { groupedPlaces, type Place } from './screens.tsx';

const more: Place = {
  path: '/more',
  title: 'More',
  Icon: Ellipsis,
  group: 'System',
  role: undefined,
  isFirst: true,
};

function PlaceLink({ place: { path, title, Icon }, only }: { place: Place; only?: 'desk' | 'phone' }) {
  return (
    <li
      className={classNames(
        'flex-1 sm:flex-none',
        only === 'desk' && 'hidden sm:block',
        only === 'phone' && 'sm:hidden',
      )}
    >
      <NavLink
        to={path}
        end={path === '/'}
        className={({ isActive }) =>
          classNames(
            'flex flex-col items-center gap-0.5 px-2 py-2 text-xs font-semibold no-underline sm:flex-row sm:gap-3 sm:rounded-md sm:px-3 sm:py-1.5 sm:text-sm',
            isActive ? 'text-brand-strong sm:bg-brand-soft' : 'text-ink-soft hover:text-ink',
          )
        }
      >
        <Icon aria-hidden="true" className="size-5" />
        {title}
      </NavLink>
    </li>
  );
}

function Places() {
  const { may } = useOperator();
  const shown = groupedPlaces(({ role }) => role === undefined || may(role));
  return (
    <nav
      aria-label="Console"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:static sm:-mx-1 sm:min-h-0 sm:overflow-y-auto sm:border-0 sm:bg-transparent sm:px-1 sm:pb-0"
    >
      <ul className="flex justify-around sm:flex-col sm:gap-1">
        {shown.map(({ name, places }) => (
          <li key={name} className="contents sm:mb-2 sm:block">
            <span id={`group-${name}`} className="hidden px-3 text-xs font-bold text-ink-soft sm:block">
              {name}
            </span>
            <ul aria-labelledby={`group-${name}`} className="contents sm:block">
              {places.map((place) => (
                <PlaceLink key={place.path} place={place} {...(!place.isFirst && { only: 'desk' })} />
              ))}
            </ul>
          </li>
        ))}
        <PlaceLink place={more} only="phone" />
      </ul>
    </nav>
  );
}

function SignOut() {
  const [signOut, { isLoading }] = api.useSignOutMutation();
  const { email, role } = useOperator();
  async function leave(): Promise<void> {
    const { error } = await signOut();
    // Loads a new document, so that no data of this session stays in memory.
    if (error) toasts.error(messageOf(error));
    else window.location.replace('/sign-in');
  }
  return (
    <div className="flex items-center gap-2 text-xs text-ink-soft sm:flex-col sm:items-start sm:gap-1">
      <span className="hidden max-w-44 truncate sm:block" title={email}>
        {email}
      </span>
      <span className="hidden sm:block">{role}</span>
      <button
        type="button"
        disabled={isLoading}
        onClick={() => void leave()}
        className="flex min-h-10 items-center gap-2 rounded-md px-2 font-semibold hover:bg-sand hover:text-ink sm:-ml-2"
      >
        <LogOut aria-hidden="true" className="size-4" /> Sign out
      </button>
    </div>
  );
}

const retryMs = 5_000;

/** Shows a notice while the server is unavailable. The screen keeps its content. */
function Connection() {
  const [isHidden, setIsAway] = useState(false);
  // Polled, so that the screen closes if the session is ended elsewhere.
  const { error } = api.useSessionQuery(undefined, {
    ...followed,
    ...(isHidden && { pollingInterval: retryMs }),
  });
  useEffect(() => setIsAway(isUnanswered(error)), [error]);
  return (
    <p
      role="status"
      className="border-b border-line bg-alert-soft px-4 py-2 font-semibold text-alert-strong empty:hidden print:hidden sm:px-6"
    >
      {isHidden
        ? 'The server cannot be reached. This page may be out of date. The connection is retried automatically.'
        : ''}
    </p>
  );
}

export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh sm:not-print:grid sm:not-print:grid-cols-[13rem_1fr]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:bg-surface focus:p-3"
      >
        Skip to content
      </a>
      <header className="flex items-center justify-between gap-3 border-b border-line bg-surface px-4 py-2 print:hidden sm:sticky sm:top-0 sm:h-dvh sm:flex-col sm:items-stretch sm:justify-start sm:gap-6 sm:border-r sm:border-b-0 sm:px-4 sm:py-5">
        <span className="font-display text-lg font-bold">Console</span>
        <Places />
        <div className="sm:mt-auto">
          <SignOut />
        </div>
      </header>
      <div className="min-w-0 pb-20 sm:pb-6">
        <div className="sticky top-0 z-10 border-b border-line bg-paper px-4 py-2 print:hidden sm:px-6">
          <QuickSearch />
        </div>
        <Connection />
        <main id="content" tabIndex={-1} className="px-4 py-4 sm:px-6 sm:py-6">
          {children}
        </main>
      </div>
      <ToastHost />
    </div>
  );
}
