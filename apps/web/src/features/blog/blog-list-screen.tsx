import { Search } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useDebounced } from '../../ui/debounce.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { failureWords } from '../../ui/query-words.ts';
import { Container } from '../../ui/section.tsx';
import { ViewMore } from '../../ui/view-more.tsx';
import { type BlogFilter, useBlogPagesInfiniteQuery, wholeBlog } from './api.ts';
import { BlogCard } from './blog-card.tsx';

const typingPauseMs = 300;

/** All posts, narrowed by search and category together; a change of either begins the list anew. */
export function BlogListScreen() {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState(wholeBlog);
  const settled = useDebounced(filter, typingPauseMs);
  const list = useBlogPagesInfiniteQuery(settled);
  const categories = api.endpoints.blog_category.useQuery({});
  const pages = list.currentData?.pages;

  function narrow(change: Partial<Pick<BlogFilter, 'search' | 'categoryId'>>): void {
    setFilter((current) => ({ ...current, ...change, turn: current.turn + 1 }));
  }

  const inputClass = 'h-12 w-full rounded-md border border-line-strong bg-surface px-3.5';
  return (
    <>
      <PageHeading
        title="Notes from practice"
        intro="What our trainers and editors learned on real teams, written to be used on Monday."
      />
      <Container className="py-10 sm:py-14">
        <search className="grid gap-4 sm:grid-cols-[1fr_18rem]">
          <div>
            <label htmlFor="blog-search" className="mb-1 block text-sm font-semibold">
              Search the blog
            </label>
            <div className="relative">
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-soft"
              />
              <input
                id="blog-search"
                type="search"
                value={search}
                maxLength={100}
                onChange={(event) => {
                  setSearch(event.target.value);
                  const text = event.target.value.trim();
                  if (text !== filter.search) narrow({ search: text });
                }}
                className={`${inputClass} pl-11`}
              />
            </div>
          </div>
          <div>
            <label htmlFor="blog-category" className="mb-1 block text-sm font-semibold">
              Category
            </label>
            <select
              id="blog-category"
              value={filter.categoryId}
              onChange={(event) => narrow({ categoryId: Number(event.target.value) })}
              className={inputClass}
            >
              <option value={0}>
                {categories.data?.length === 0 || categories.error
                  ? 'No data available'
                  : 'Select categories'}
              </option>
              {categories.data?.map((category) => (
                <option key={category.id} value={category.id}>
                  {category.name}
                </option>
              ))}
            </select>
          </div>
        </search>
        <h2 className="mt-10 mb-6 text-2xl">Latest Posts</h2>
        <QueryView query={{ data: pages, error: list.error }}>
          {(loaded) => {
            const posts = loaded.flatMap((page) => page.latest_blog);
            if (posts.length === 0) return <Notice>No blog posts found.</Notice>;
            return (
              <>
                <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                  {posts.map((post, index) => (
                    <BlogCard key={post.id} post={post} eager={index < 3} />
                  ))}
                </div>
                {list.hasNextPage ? (
                  <ViewMore
                    shown={posts.length}
                    total={loaded.at(-1)?.total_blog ?? 0}
                    what="posts"
                    busy={list.isFetching}
                    failure={list.isFetching ? undefined : failureWords(list.error)}
                    onMore={() => void list.fetchNextPage()}
                  />
                ) : null}
              </>
            );
          }}
        </QueryView>
      </Container>
    </>
  );
}
