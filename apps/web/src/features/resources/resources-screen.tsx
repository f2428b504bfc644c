import { useDebounced } from '@meridian/ui/debounce';
import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { ListRegion } from '@meridian/ui/list-region';
import { Notice } from '@meridian/ui/notice';
import { PageHeading } from '@meridian/ui/page-heading';
import { QueryView } from '@meridian/ui/query-view';
import { Container } from '@meridian/ui/section';
import { useCallback, useState } from 'react';
import { api } from '../../api/api.ts';
import { EmptyListing } from '../../ui/empty-listing.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { kinds, type PickedResource, type ResourceKind, wholeLibrary } from './library.ts';
import { ResourceFilter } from './resource-filter.tsx';
import { ResourceGrid } from './resource-grid.tsx';
import { useLibraryFilter } from './use-library-filter.ts';

const typingPauseMs = 300;
const failureMessages = {
  refused: 'Failed to load resources content',
  unreachable: 'An error occurred while fetching resources',
};
const kindNames = Object.keys(kinds) as ResourceKind[];

const countWords = (count: number) => (count === 1 ? '1 title' : `${count} titles`);

/** E-books and practice tests, filtered by search and category. */
export function ResourcesScreen() {
  const { search, categoryId, narrow } = useLibraryFilter();
  const [picked, setPicked] = useState<PickedResource>();
  const close = useCallback(() => setPicked(undefined), []);
  const text = search.trim();
  const debouncedText = useDebounced(text, typingPauseMs);
  // An empty search text is not debounced, so that Clear resets both filters at the same time.
  const search_val = text === '' ? '' : debouncedText;
  const { currentData, error, isFetching, refetch } = api.endpoints.Resources.useQuery({
    resources_category_id: categoryId,
    search_val,
  });

  const isEmpty = currentData !== undefined && kindNames.every((kind) => currentData[kind].length === 0);
  if (isEmpty && text === '' && categoryId === wholeLibrary.resources_category_id)
    return (
      <>
        <PageHeading title="Resources" />
        <EmptyListing text="No Resource available." />
      </>
    );

  return (
    <>
      <PageHeading
        title="Resources"
        intro="E-books and practice tests by our trainers. Free, and yours to keep."
      />
      <Container className="grid gap-10 py-10 sm:py-14 lg:grid-cols-[17rem_minmax(0,1fr)] lg:items-start lg:gap-12">
        <div className="lg:sticky lg:top-24">
          <ErrorBoundary>
            <ResourceFilter
              search={search}
              categoryId={categoryId}
              onSearch={(typed) => narrow({ search: typed })}
              onCategory={(category) => narrow({ category })}
              onClear={() => narrow({ search: '', category: 0 })}
            />
          </ErrorBoundary>
        </div>
        <ListRegion outdated={search_val !== text} loading={isFetching && !currentData}>
          <QueryView
            skeleton="cards"
            query={{ data: currentData, error: isFetching ? undefined : error, refetch }}
            messages={failureMessages}
          >
            {(library) => (
              <div className="grid gap-14">
                {isEmpty ? <Notice>No Resource available.</Notice> : null}
                {kindNames
                  .filter((kind) => library[kind].length > 0)
                  .map((kind, index) => (
                    <section key={kind} aria-labelledby={`${kind}-heading`}>
                      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line pb-3">
                        <h2 id={`${kind}-heading`} className="text-2xl">
                          {kinds[kind].title}
                        </h2>
                        <p className="text-sm text-ink-soft">{countWords(library[kind].length)}</p>
                      </div>
                      <ErrorBoundary>
                        <ResourceGrid
                          resources={library[kind]}
                          eager={index === 0}
                          onPick={(resource) => setPicked({ kind, resource })}
                        />
                      </ErrorBoundary>
                    </section>
                  ))}
              </div>
            )}
          </QueryView>
        </ListRegion>
      </Container>
      <DownloadDialog picked={picked} onClose={close} />
    </>
  );
}
