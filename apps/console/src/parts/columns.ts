/** Columns of the console's tables. */
import { type ColumnDef, type RowData, tableFeatures } from '@tanstack/react-table';

export const features = tableFeatures({});
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, unknown>;
