import { Button } from '@meridian/ui/button';
import { Notice } from '@meridian/ui/notice';
import { QueryView } from '@meridian/ui/query-view';
import { SearchBox } from '@meridian/ui/search-box';
import { useEffect, useRef } from 'react';
import { api } from '../../api/api.ts';

/** Search, categories and the Clear button. */
export function ResourceFilter({
  search,
  categoryId,
  onSearch,
  onCategory,
  onClear,
}: {
  search: string;
  /** 0 if no category is chosen. */
  categoryId: number;
  onSearch(text: string): void;
  onCategory(id: number): void;
  onClear(): void;
}) {
  const categories = api.endpoints.resources_category.useQuery({});
  const root = useRef<HTMLElement>(null);
  const early = useRef(onCategory);
  useEffect(() => {
    // The visitor may have chosen a category before hydration.
    const chosen = root.current?.querySelector<HTMLInputElement>('input[type="radio"]:checked');
    if (chosen) early.current(Number(chosen.value));
  }, []);
  return (
    <search ref={root} className="grid gap-6 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
      <SearchBox id="resource-search" label="Search the library" value={search} onChange={onSearch} />
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Category</legend>
        <QueryView query={categories}>
          {(list) =>
            list.length === 0 ? (
              <Notice>No data available.</Notice>
            ) : (
              <div className="flex flex-wrap gap-2 lg:grid lg:gap-0">
                {list.map(({ id, name }) => (
                  <label
                    key={id}
                    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line-strong px-3.5 hover:bg-brand-faint has-checked:border-brand has-checked:bg-brand-soft lg:border-transparent lg:px-2"
                  >
                    <input
                      type="radio"
                      name="resource-category"
                      value={id}
                      autoComplete="off"
                      checked={id === categoryId}
                      onChange={() => onCategory(id)}
                      className="size-4.5 accent-brand"
                    />
                    {name}
                  </label>
                ))}
              </div>
            )
          }
        </QueryView>
      </fieldset>
      <Button tone="outline" onClick={onClear}>
        Clear
      </Button>
    </search>
  );
}
