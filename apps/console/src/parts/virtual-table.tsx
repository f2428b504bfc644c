/** A list of any length: rows are in the page only while they are in sight. */
import { Loading, Notice } from '@meridian/ui/notice';
import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

export const features = tableFeatures({});
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, unknown>;

const rowHeight = 64;

export interface VirtualTableProps<Row extends RowData & { id: string }> {
  label: string;
  /** Stable, at module scope. */
  columns: Column<Row>[];
  rows: Row[];
  hrefOf(row: Row): string;
  /** Tailwind class of the columns' widths. */
  grid: string;
  empty: string;
  isLoading: boolean;
  hasMore: boolean;
  loadMore(): void;
}

/** Arrow keys go from row to row; Enter opens one. */
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
  rows: data,
  hrefOf,
  grid,
  empty,
  isLoading,
  hasMore,
  loadMore,
}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const table = useTable({ features, columns, data, getRowId: ({ id }: Row) => id });
  const { rows } = table.getRowModel();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && lastShown >= rows.length - 20) loadMore();
  }, [hasMore, isLoading, lastShown, rows.length, loadMore]);

  if (rows.length === 0) return isLoading ? <Loading /> : <Notice>{empty}</Notice>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go between the links inside
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
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody className="relative grid" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <tr
                key={row.id}
                data-index={index}
                aria-rowindex={index + 1}
                onClick={(event) => {
                  const isControl =
                    event.target instanceof Element && event.target.closest('a, button, label, input');
                  if (!isControl) void navigate(hrefOf(row.original));
                }}
                className={`absolute inset-x-0 grid cursor-pointer items-center gap-x-3 border-b border-line px-4 hover:bg-brand-faint focus-within:bg-brand-faint ${grid}`}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className="min-w-0 truncate">
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
