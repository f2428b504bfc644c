import { Search } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../ui/button.tsx';
import { useDebounced } from '../../ui/debounce.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Container } from '../../ui/section.tsx';
import { useBlogPagesInfiniteQuery } from './api.ts';
import { BlogCard } from './blog-card.tsx';

const typingPauseMs = 300;

/** All posts, narrowed by search and category together; a change of either begins the list anew. */
export function BlogListScreen() {
  const [search, setSearch] = useState('');
  const [categoryId, setCategoryId] = useState(0);
  const settledSearch = useDebounced(search.trim(), typingPauseMs);
  const list = useBlogPagesInfiniteQuery({ search: settledSearch, categoryId });
  const categories = api.endpoints.blog_category.useQuery({});
  // While another filter's answer is on its way the hook still holds the former list: it is not shown.
  const pages = list.isFetching && !list.isFetchingNextPage ? undefined : list.data?.pages;

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
                onChange={(event) => setSearch(event.target.value)}
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
              value={categoryId}
              onChange={(event) => setCategoryId(Number(event.target.value))}
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
        <QueryView query={{ data: pages, error: list.isFetching ? undefined : list.error }}>
          {(loaded) => {
            const posts = loaded.flatMap((page) => page.latest_blog);
            if (posts.length === 0) return <Notice>No blog posts found.</Notice>;
            return (
              <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                {posts.map((post, index) => (
                  <BlogCard key={post.id} post={post} eager={index < 3} />
                ))}
              </div>
            );
          }}
        </QueryView>
        {pages && list.hasNextPage ? (
          <div className="mt-8 text-center">
            <Button tone="outline" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              View More
            </Button>
          </div>
        ) : null}
      </Container>
    </>
  );
}
