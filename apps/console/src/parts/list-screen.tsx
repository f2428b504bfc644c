/** A list with its filters: the layout of lists that are shown as tables. */
import type { Page } from '@meridian/contracts/operators/console/lists';
import { Loading } from '@meridian/ui/notice';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import { followed } from '../api/api.ts';
import { countText } from './count.ts';
import { FailureNotice } from './failure-notice.tsx';
import { SearchNote } from './filters.tsx';
import { PageHead } from './page-head.tsx';
import { pagedRows } from './paged-rows.ts';
import { maxSelected } from './selection.tsx';
import { VirtualTable, type VirtualTableProps } from './virtual-table.tsx';

/** Result of an infinite query's hook. */
interface ListQuery<Row> {
  currentData?: { pages: Page<Row>[] } | undefined;
  error?: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
}

type Follow = typeof followed & { refetchOnFocus: boolean; refetchOnReconnect: boolean };

type FollowedList<Row> = ListQuery<Row> & { onTop(isAtTop: boolean): void };

/**
 * @param useQuery hook of an infinite query
 * @returns the query for a `ListScreen`, polled while the first row is visible
 */
export function useList<Arg, Row>(
  useQuery: (arg: Arg, options: Follow) => ListQuery<Row>,
  arg: Arg,
): FollowedList<Row> {
  const [isAtTop, onTop] = useState(true);
  // Polled only while the first row is visible, because a refetch returns to the first page.
  const query = useQuery(arg, {
    ...followed,
    pollingInterval: isAtTop ? followed.pollingInterval : 0,
    refetchOnFocus: isAtTop,
    refetchOnReconnect: isAtTop,
  });
  return { ...query, onTop };
}

type Table<Row extends RowData & { id: string }> = Pick<
  VirtualTableProps<Row>,
  'columns' | 'grid' | 'empty' | 'hrefOf'
>;

export function ListScreen<Row extends RowData & { id: string }>({
  title,
  query,
  filters,
  bulk,
  children,
  ...table
}: Table<Row> & {
  title: string;
  query: FollowedList<Row>;
  filters: ReactNode;
  /** Content above the rows. */
  children?: ReactNode;
  /** Bulk actions. `ids` are those of the loaded rows, at most `maxSelected`. */
  bulk?: ((ids: string[]) => ReactNode) | undefined;
}) {
  const { currentData, error, refetch } = query;
  const rows = useMemo(() => pagedRows(currentData?.pages ?? []), [currentData]);
  const count = currentData?.pages[0]?.count;
  return (
    <div className="grid gap-3">
      <PageHead
        title={title}
        note={<span role="status">{typeof count === 'number' ? countText(count) : ''}</span>}
      >
        {filters}
      </PageHead>
      <SearchNote />
      {children}
      {bulk?.(rows.slice(0, maxSelected).map(({ id }) => id))}
      {error ? <FailureNotice error={error} retry={refetch} /> : null}
      {currentData ? (
        <VirtualTable
          {...table}
          label={title}
          rows={rows}
          isLoading={query.isFetching}
          hasMore={query.hasNextPage && !error}
          loadMore={query.fetchNextPage}
          onTop={query.onTop}
        />
      ) : null}
      {currentData || error ? null : <Loading />}
    </div>
  );
}
