import { ChevronDown, Search } from 'lucide-react';
import { api } from '../../api/api.ts';

const label = 'mb-1 block text-sm font-semibold';
const box = 'h-12 w-full rounded-md border border-line-strong bg-surface';
const mark = 'pointer-events-none absolute top-3.5 size-5 text-ink-soft';

/** What narrows the list of posts: words and a category. */
export function BlogFilterBar({
  search,
  categoryId,
  onSearch,
  onCategory,
}: {
  search: string;
  /** 0 where none is chosen. */
  categoryId: number;
  onSearch(text: string): void;
  onCategory(id: number): void;
}) {
  const categories = api.endpoints.blog_category.useQuery({});
  return (
    <search className="grid gap-4 sm:grid-cols-[1fr_18rem]">
      <div>
        <label htmlFor="blog-search" className={label}>
          Search the blog
        </label>
        <div className="relative">
          <Search aria-hidden="true" className={`${mark} left-3.5`} />
          <input
            id="blog-search"
            type="search"
            value={search}
            maxLength={100}
            onChange={(event) => onSearch(event.target.value)}
            className={`${box} pr-3.5 pl-11`}
          />
        </div>
      </div>
      <div>
        <label htmlFor="blog-category" className={label}>
          Category
        </label>
        <div className="relative">
          <select
            id="blog-category"
            value={categoryId}
            onChange={(event) => onCategory(Number(event.target.value))}
            className={`${box} appearance-none pr-11 pl-3.5`}
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
          <ChevronDown aria-hidden="true" className={`${mark} right-3.5`} />
        </div>
      </div>
    </search>
  );
}
