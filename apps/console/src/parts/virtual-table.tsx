/** A list of any length. Only visible rows are rendered. */
import { Notice } from '@meridian/ui/notice';
import { FlexRender, type RowData, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Column, features } from './columns.ts';
import type { PagedRows } from './paged-rows.ts';
import { TableRow } from './table-row.tsx';

const rowHeight = 64;
const overscan = 4;
/** The next page is loaded when at most this many rows remain below the visible ones. */
const aheadRows = 80;

export interface VirtualTableProps<Row extends RowData & { id: string }> {
  label: string;
  /** Must be stable: define it at module scope. */
  columns: Column<Row>[];
  rows: PagedRows<Row>;
  hrefOf(row: Row): string;
  /** Tailwind class that sets the widths of the columns. */
  grid: string;
  empty: string;
  isLoading: boolean;
  hasMore: boolean;
  loadMore(): void;
  /** Called when the first row becomes visible or hidden. */
  onTop(isAtTop: boolean): void;
}

/** Arrow keys move the focus from row to row. Enter opens a row, because its link has the focus. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const current = document.activeElement?.closest('[data-index]');
  const next = Number(current?.getAttribute('data-index') ?? -1) + step;
  const row = event.currentTarget.querySelector<HTMLElement>(`[data-index="${next}"] a`);
  if (!row) return;
  event.preventDefault();
  row.focus();
}

export function VirtualTable<Row extends RowData & { id: string }>({
  label,
  columns,
  rows,
  hrefOf,
  grid,
  empty,
  isLoading,
  hasMore,
  loadMore,
  onTop,
}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    // Renders once per frame, not for each scroll event.
    useFlushSync: false,
  });
  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const lastShown = shown.at(-1)?.index ?? 0;
  // The table gets only the visible rows, so that its work does not grow with the length of the list.
  const data = useMemo(() => rows.slice(first, lastShown + 1), [rows, first, lastShown]);
  const table = useTable({ features, columns, data, getRowId: ({ id }: Row) => id });
  const isAtTop = first === 0;
  useEffect(() => onTop(isAtTop), [isAtTop, onTop]);
  useEffect(() => {
    if (hasMore && !isLoading && lastShown >= rows.length - aheadRows) loadMore();
  }, [hasMore, isLoading, lastShown, rows.length, loadMore]);

  /** A click in a row opens the row, except on a link, button or field. */
  function openRow({ target }: MouseEvent): void {
    if (!(target instanceof Element) || target.closest('a, button, label, input')) return;
    const index = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1);
    const [row] = index < 0 ? [] : rows.slice(index, index + 1);
    if (row) void navigate(hrefOf(row));
  }

  if (rows.length === 0) return <Notice>{empty}</Notice>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside
    <div
      ref={scroller}
      onKeyDown={moveFocus}
      className="max-h-[max(20rem,calc(100dvh-20rem))] overflow-auto rounded-lg border border-line bg-surface sm:max-h-[max(20rem,calc(100dvh-13rem))]"
    >
      <table aria-label={label} aria-rowcount={hasMore ? -1 : rows.length} className="grid">
        <thead className="sticky top-0 z-1 hidden border-b border-line bg-surface sm:grid">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className={`grid gap-3 px-4 py-2 text-xs text-ink-soft ${grid}`}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" className="font-semibold">
                  <FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users use the link in each row */}
        <tbody className="relative grid" style={{ height: rows.length * rowHeight }} onClick={openRow}>
          {table.getRowModel().rows.map((row, place) => (
            <TableRow
              key={row.id}
              row={row}
              columns={columns}
              index={first + place}
              height={rowHeight}
              grid={grid}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
