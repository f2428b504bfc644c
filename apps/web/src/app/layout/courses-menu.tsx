import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Loading, Notice } from '../../ui/notice.tsx';
import { type MenuCategory, useMenuCourses } from './menu-courses.ts';

/** The 'All Courses' menu of wide screens: opens by pointer, touch or keyboard. */
export function CoursesMenu() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const menu = useMenuCourses(wanted);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const pointer = useRef('');

  function show(): void {
    setWanted(true);
    setOpen(true);
  }

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer's shortcut; the button inside does the same for all
    <div
      ref={root}
      className="relative"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
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
        onFocus={() => setWanted(true)}
        onPointerDown={(event) => {
          pointer.current = event.pointerType;
        }}
        // A mouse has opened it by coming near; its click must not close it again.
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
        className="absolute top-full left-1/2 z-40 w-[min(44rem,92vw)] -translate-x-1/2 pt-2"
      >
        <div className="rounded-lg border border-line bg-surface p-2 shadow-raised">
          {open && menu.kind === 'loading' ? <Loading className="px-4" /> : null}
          {open && menu.kind === 'failed' ? <Notice>{menu.message}</Notice> : null}
          {open && menu.kind === 'ready' ? <Categories categories={menu.categories} /> : null}
        </div>
      </div>
    </div>
  );
}

/** The keys that go from category to category, past their courses. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Categories, and beside them the courses of one: by keyboard they come right after it. */
function Categories({ categories }: { categories: MenuCategory[] }) {
  const [slug, setSlug] = useState(categories[0]?.slug);
  const list = useRef<HTMLUListElement>(null);
  const current = categories.find((category) => category.slug === slug) ?? categories[0];
  if (!current) return <Notice>No data available</Notice>;

  function step(event: KeyboardEvent): void {
    const by = steps[event.key];
    if (by === undefined || !current) return;
    event.preventDefault();
    const next = categories.indexOf(current) + by;
    list.current?.querySelectorAll('button')[(next + categories.length) % categories.length]?.focus();
  }

  return (
    // The last row takes what the courses need beyond the categories.
    <ul
      ref={list}
      onKeyDown={step}
      className="grid grid-cols-[14rem_1fr] gap-x-2"
      style={{ gridTemplateRows: `repeat(${categories.length}, auto) 1fr` }}
    >
      {categories.map((category) => (
        <li key={category.slug} className="contents">
          <button
            type="button"
            aria-pressed={category === current}
            onPointerEnter={() => setSlug(category.slug)}
            onFocus={() => setSlug(category.slug)}
            onClick={() => setSlug(category.slug)}
            className="flex min-h-11 items-center justify-between rounded-md px-3.5 text-left font-semibold aria-pressed:bg-brand-soft aria-pressed:text-brand-strong"
          >
            {category.name}
            <ChevronRight aria-hidden="true" className="size-4" />
          </button>
          {category === current ? (
            <div className="col-start-2 row-span-full">
              <CourseLinks category={category} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Course links load the page in full (specification, section 2), so they are plain links. */
export function CourseLinks({ category }: { category: MenuCategory }) {
  return (
    <ul aria-label={category.name} className="grid content-start gap-0.5 rounded-md bg-paper p-2">
      {category.courses.map((course) => (
        <li key={course.seo_slug}>
          <a
            href={`/${course.category_seo_slug}/${course.seo_slug}`}
            className="flex min-h-11 items-center rounded-sm px-3 py-1.5 text-sm leading-snug hover:bg-brand-soft hover:text-brand-strong"
          >
            {course.name || 'Course name not available'}
          </a>
        </li>
      ))}
    </ul>
  );
}
