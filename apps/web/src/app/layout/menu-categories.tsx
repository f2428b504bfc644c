import { ChevronRight } from '@meridian/ui/icons';
import { Loading, Notice } from '@meridian/ui/notice';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { MenuCategory, MenuState } from './menu-courses.ts';

/** Content of the 'All Courses' menu: the categories, `Loading...` or an error. */
export function MenuCategories({ menu }: { menu: MenuState }) {
  if (menu.kind === 'loading') return <Loading className="px-4" />;
  if (menu.kind === 'failed') return <Notice>{menu.message}</Notice>;
  return <Categories categories={menu.categories} />;
}

/** Arrow keys move between categories and skip their courses. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The categories, with the courses of one of them at the side. In keyboard order, courses follow their
 * category.
 */
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
    // The last row takes up the remaining height.
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
