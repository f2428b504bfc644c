import { ChevronDown, Phone, X } from '@meridian/ui/icons';
import { Loading, Notice } from '@meridian/ui/notice';
import { useEffect, useRef } from 'react';
import { contact } from '../../content/contact.ts';
import { NavLink } from '../../ui/link.tsx';
import { Logo } from './logo.tsx';
import { CourseLinks } from './menu-categories.tsx';
import { useMenuCourses } from './menu-courses.ts';

export interface MobileMenuProps {
  links: readonly { label: string; to: string }[];
  onClose(): void;
}

/** The off-canvas panel of narrow screens: the main links, and the courses as an accordion. */
export function MobileMenu({ links, onClose }: MobileMenuProps) {
  const menu = useMenuCourses(true);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // In a wide window, another menu replaces this menu and its button. The open panel would cover the page.
    const wide = window.matchMedia('(min-width: 64rem)');
    const close = () => wide.matches && dialog.current?.close();
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users close it with Escape
    <dialog
      ref={dialog}
      aria-modal="true"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className="m-0 ml-auto h-dvh max-h-none w-[min(24rem,92vw)] bg-surface text-ink"
    >
      <div className="flex min-h-full flex-col gap-1 p-4">
        <div className="flex items-center justify-between">
          <Logo />
          <button
            type="button"
            aria-label="Close menu"
            onClick={() => dialog.current?.close()}
            className="grid size-11 place-items-center rounded-md hover:bg-sand"
          >
            <X aria-hidden="true" />
          </button>
        </div>
        <nav aria-label="Main" className="mt-4 grid gap-1">
          {links.map(({ label, to }) => (
            <NavLink
              key={to}
              to={to}
              onClick={() => dialog.current?.close()}
              className="flex min-h-12 items-center rounded-md px-3 font-semibold hover:bg-brand-faint aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-strong"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <h2 className="mt-5 px-3 text-xl">All Courses</h2>
        {menu.kind === 'loading' ? <Loading className="px-3" /> : null}
        {menu.kind === 'failed' ? <Notice>{menu.message}</Notice> : null}
        {menu.kind === 'ready'
          ? menu.categories.map((category) => (
              <details key={category.slug} name="courses" className="group border-b border-line">
                <summary className="flex min-h-12 items-center justify-between px-3 font-semibold">
                  {category.name}
                  <ChevronDown aria-hidden="true" className="size-5 text-brand group-open:rotate-180" />
                </summary>
                <CourseLinks category={category} />
              </details>
            ))
          : null}
        <a
          href={contact().phoneHref}
          className="mt-auto flex min-h-12 items-center gap-3 rounded-md px-3 font-semibold text-brand-strong"
        >
          <Phone aria-hidden="true" className="size-5" /> {contact().phone}
        </a>
      </div>
    </dialog>
  );
}
