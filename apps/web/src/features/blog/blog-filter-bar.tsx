import { ChevronDown } from '@meridian/ui/icons';
import { SearchBox } from '@meridian/ui/search-box';
import { useEffect, useRef } from 'react';
import { api } from '../../api/api.ts';

/** Search and category filter of the blog. */
export function BlogFilterBar({
  search,
  categoryId,
  onSearch,
  onCategory,
}: {
  search: string;
  /** 0 if no category is chosen. */
  categoryId: number;
  onSearch(text: string): void;
  onCategory(id: number): void;
}) {
  const categories = api.endpoints.blog_category.useQuery({});
  const select = useRef<HTMLSelectElement>(null);
  const early = useRef(onCategory);
  useEffect(() => {
    // The visitor may have chosen a category before hydration.
    const chosen = Number(select.current?.value ?? 0);
    if (chosen !== 0) early.current(chosen);
  }, []);
  return (
    <search className="grid gap-4 sm:grid-cols-[1fr_18rem]">
      <SearchBox id="blog-search" label="Search the blog" value={search} onChange={onSearch} />
      <div>
        <label htmlFor="blog-category" className="mb-1 block text-sm font-semibold">
          Category
        </label>
        <div className="relative">
          <select
            ref={select}
            id="blog-category"
            autoComplete="off"
            value={categoryId}
            onChange={(event) => onCategory(Number(event.target.value))}
            className="h-12 w-full appearance-none rounded-md border border-line-strong bg-surface pr-11 pl-3.5"
          >
            <option value={0}>
              {categories.data?.length === 0 || categories.error ? 'No data available' : 'Select categories'}
            </option>
            {categories.data?.map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-ink-soft"
          />
        </div>
      </div>
    </search>
  );
}
