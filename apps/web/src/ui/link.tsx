import { type ComponentProps, createContext, type MouseEvent, use } from 'react';
import { type To, useHref, useLocation, useNavigate } from 'react-router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** Travels with the history entry, for the page at the other end. */
  state?: unknown;
}

/** Is told where a visitor is about to go: the pointer, the focus or a finger is on a link. */
export const LinkIntent = createContext<(href: string) => void>(() => undefined);

/** A click that the browser itself has to follow: another button, a new tab or window, a download. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, download } = event.currentTarget;
  return (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (target !== '' && target !== '_self') ||
    download !== ''
  );
}

/**
 * A link inside the site. React Router's own brings its data and framework modes with it, 4 kB of the first load
 * that this site has no use for.
 */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const intend = use(LinkIntent);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={() => intend(href)}
      onFocus={() => intend(href)}
      onTouchStart={() => intend(href)}
      onClick={(event) => {
        onClick?.(event);
        if (isForBrowser(event)) return;
        event.preventDefault();
        // A link to where one is makes no second entry in the history.
        navigate(to, { state, replace: href === `${pathname}${search}${hash}` });
      }}
    />
  );
}

/** A link that says when it leads to the present page. */
export function NavLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation();
  const current = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  return <Link to={to} aria-current={current ? 'page' : undefined} {...rest} />;
}
