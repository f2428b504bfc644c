import { ChevronDown } from '@meridian/ui/icons';
import { Loading } from '@meridian/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../routing/lazy-part.tsx';
import { useMenuCourses } from './menu-courses.ts';

/** Loaded with the courses, when the button first gets the focus or the menu first opens. */
const MenuCategories = lazyPart(
  async () => (await import('./menu-categories.tsx')).MenuCategories,
  <Loading className="px-4" />,
);

/** React replays events from before hydration. The pointer may have left the element by then. */
function isStillThere(element: Element): boolean {
  return element.matches(':hover') || !document.querySelector(':hover');
}

/** The 'All Courses' menu of wide screens: opens by pointer, touch or keyboard. */
export function CoursesMenu() {
  const [open, setOpen] = useState(false);
  const [requested, setRequested] = useState(false);
  const menu = useMenuCourses(requested);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pointer = useRef('');
  const hovered = useRef(false);

  function show(byHover = false): void {
    hovered.current = byHover;
    setRequested(true);
    setOpen(true);
  }

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    // React may replay `pointerenter` after the pointer has left. In that case, no `pointerleave` follows.
    if (hovered.current) document.addEventListener('pointerover', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('pointerover', closeOutside);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the button inside is for everyone
    <div
      ref={root}
      className="relative"
      onPointerEnter={({ pointerType, currentTarget }) =>
        pointerType === 'mouse' && isStillThere(currentTarget) && show(true)
      }
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="courses-menu"
        onFocus={() => setRequested(true)}
        onPointerDown={(event) => {
          pointer.current = event.pointerType;
        }}
        // A mouse click must not close the menu, because hovering has already opened it.
        onClick={(event) => {
          const byMouse = event.detail > 0 && pointer.current === 'mouse';
          if (open && !byMouse) setOpen(false);
          else show();
        }}
        className="flex min-h-11 items-center gap-1.5 rounded-md border border-transparent bg-brand-soft px-4 font-semibold text-brand-strong hover:bg-brand hover:text-white"
      >
        All Courses
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform ${open ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        id="courses-menu"
        hidden={!open}
        className="absolute top-full left-1/2 z-40 w-[min(44rem,92vw)] [translate:-50%] pt-2"
      >
        <div className="rounded-lg border border-line bg-surface p-2 shadow-raised">
          {requested ? <MenuCategories menu={menu} /> : null}
        </div>
      </div>
    </div>
  );
}
