import { Menu } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { use, useCallback, useEffect, useState } from 'react';
import { mainLinks } from '../../content/main-links.ts';
import { AbsentPages } from '../../routing/absent-pages.ts';
import { lazyPart } from '../../routing/lazy-part.tsx';
import { Link, NavLink } from '../../ui/link.tsx';
import { CoursesMenu } from './courses-menu.tsx';
import { Logo } from './logo.tsx';
import type { MobileMenuProps } from './mobile-menu.tsx';
import { ServerMarkup } from './server-markup.tsx';

const MobileMenu = lazyPart<MobileMenuProps>(async () => (await import('./mobile-menu.tsx')).MobileMenu);

/** The main links without pages that have no content. */
function useMainLinks(): MobileMenuProps['links'] {
  const absent = use(AbsentPages);
  return mainLinks.filter(({ to }) => !absent.includes(to));
}

/** Scroll offset from which the bar has the class `scrolled` (specification, section 9). */
const scrolledAfterPx = 75;

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > scrolledAfterPx);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return scrolled;
}

/** Navigation without scripts: plain links, of which the first goes to the courses on the home page. */
function PlainMenu() {
  const links = [{ label: 'All Courses', to: '/#popular-courses' }, ...useMainLinks()];
  return (
    <Container>
      <ul className="flex flex-wrap gap-x-5">
        {links.map(({ label, to }) => (
          <li key={to} className={to.includes('#') ? '' : 'lg:hidden'}>
            <a href={to} className="flex min-h-11 items-center font-semibold">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Container>
  );
}

/** The sticky navigation bar. */
export function NavBar() {
  const scrolled = useScrolled();
  const links = useMainLinks();
  const [menuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  return (
    <header
      className={`nav-bar sticky top-0 z-30 border-b bg-surface transition-shadow ${scrolled ? 'scrolled border-line shadow-card' : 'border-transparent'}`}
    >
      <Container className="flex min-h-18 items-center justify-between gap-6">
        <Link to="/" className="relative rounded-sm">
          <ServerMarkup id="logo">{import.meta.env.SSR ? <Logo /> : null}</ServerMarkup>{' '}
          <span className="sr-only">home page</span>
        </Link>
        <nav aria-label="Main" className="hidden flex-wrap items-center justify-end gap-1 lg:flex">
          <CoursesMenu />
          {links.map(({ label, to }) => (
            <NavLink
              key={to}
              to={to}
              className="flex min-h-11 items-center rounded-md px-3.5 font-semibold hover:bg-brand-faint aria-[current=page]:text-brand-strong aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label="Open menu"
          onClick={() => setMenuOpen(true)}
          className="grid size-11 place-items-center rounded-md hover:bg-sand lg:hidden"
        >
          <Menu aria-hidden="true" />
        </button>
      </Container>
      {/* Rendered on the server only. */}
      <noscript>{import.meta.env.SSR ? <PlainMenu /> : null}</noscript>
      {menuOpen ? <MobileMenu links={links} onClose={closeMenu} /> : null}
    </header>
  );
}
