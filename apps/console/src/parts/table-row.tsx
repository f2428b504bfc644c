import { FlexRender, type Row, type RowData } from '@tanstack/react-table';
import { memo } from 'react';
import type { Column, features } from './columns.ts';

interface TableRowProps<Data extends RowData> {
  row: Row<typeof features, Data>;
  columns: readonly Column<Data>[];
  index: number;
  /** Height of every row, in pixels. */
  height: number;
  grid: string;
}

function PlainRow<Data extends RowData>({ row, index, height, grid }: TableRowProps<Data>) {
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 1}
      className={`absolute inset-x-0 grid cursor-pointer items-center gap-x-3 border-b border-line px-4 hover:bg-brand-faint focus-within:bg-brand-faint ${grid}`}
      style={{ height, transform: `translateY(${index * height}px)` }}
    >
      {row.getAllCells().map((cell) => (
        <td key={cell.id} className="min-w-0 truncate">
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}

/** Memoised, because the table recreates its row objects at each scroll from the same data. */
export const TableRow = memo(
  PlainRow,
  (before, after) =>
    before.row.original === after.row.original &&
    before.columns === after.columns &&
    before.index === after.index &&
    before.grid === after.grid,
) as typeof PlainRow;
