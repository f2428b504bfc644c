import { Button } from '@meridian/ui/button';
import { useDebounced } from '@meridian/ui/debounce';
import { failureMessage } from '@meridian/ui/failure-messages';
import { ListRegion } from '@meridian/ui/list-region';
import { PageHeading } from '@meridian/ui/page-heading';
import { QueryView } from '@meridian/ui/query-view';
import { Container } from '@meridian/ui/section';
import { ViewMore } from '@meridian/ui/view-more';
import { useRef } from 'react';
import { usePageCount } from '../../routing/page-count.ts';
import { EmptyListing } from '../../ui/empty-listing.tsx';
import { useBlogPagesInfiniteQuery } from './api.ts';
import { BlogCard } from './blog-card.tsx';
import { BlogFilterBar } from './blog-filter-bar.tsx';
import { useBlogFilter } from './use-blog-filter.ts';

const typingPauseMs = 300;

/** All posts, filtered by search and category; a change of either starts a new list. */
export function BlogListScreen() {
  const { text, filter, narrow } = useBlogFilter();
  const debounced = useDebounced(filter, typingPauseMs);
  const list = useBlogPagesInfiniteQuery(debounced);
  const pages = list.currentData?.pages;
  const more = usePageCount(list, debounced === filter);
  const cards = useRef<HTMLDivElement>(null);
  // The first post is featured if no filter is set.
  const opening = debounced.search === '' && debounced.categoryId === 0;

  if (opening && pages?.every((page) => page.latest_blog.length === 0))
    return (
      <>
        <PageHeading title="Notes from practice" />
        <EmptyListing text="No blog posts found." />
      </>
    );

  return (
    <>
      <PageHeading
        title="Notes from practice"
        intro="What our trainers and editors learned from work with real teams."
      />
      <Container className="py-10 sm:py-14">
        <BlogFilterBar
          search={text}
          categoryId={filter.categoryId}
          onSearch={(search) => narrow({ search })}
          onCategory={(category) => narrow({ category })}
        />
        <h2 className="mt-10 mb-6 text-2xl">Latest Posts</h2>
        <ListRegion outdated={debounced !== filter} loading={!pages && !list.error}>
          <QueryView
            query={{ data: pages, error: list.error, isFetching: list.isFetching, refetch: list.refetch }}
            skeleton="cards"
          >
            {(loaded) => {
              const posts = loaded.flatMap((page) => page.latest_blog);
              if (posts.length === 0)
                return <NoPosts onShowAll={() => narrow({ search: '', category: 0 })} />;
              return (
                <>
                  <div ref={cards} className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                    {posts.map((post, index) => (
                      <BlogCard
                        key={post.id}
                        post={post}
                        eager={index < 3}
                        featured={opening && index === 0}
                      />
                    ))}
                  </div>
                  {list.hasNextPage ? (
                    <ViewMore
                      list={cards}
                      shown={posts.length}
                      total={loaded.at(-1)?.total_blog ?? 0}
                      what="posts"
                      busy={list.isFetching}
                      failure={list.isFetching ? undefined : failureMessage(list.error)}
                      onMore={more}
                    />
                  ) : null}
                </>
              );
            }}
          </QueryView>
        </ListRegion>
      </Container>
    </>
  );
}

function NoPosts({ onShowAll }: { onShowAll(): void }) {
  return (
    <div className="grid justify-items-center gap-5 rounded-lg border border-line bg-surface px-5 py-12 text-center shadow-card">
      <p className="text-lg">No blog posts found.</p>
      <Button tone="outline" onClick={onShowAll}>
        Show all posts
      </Button>
    </div>
  );
}
