import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { DocumentRow } from '@meridian/contracts/operators/console/desk';
import { Button } from '@meridian/ui/button';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { Badge } from '../../parts/badge.tsx';
import type { features } from '../../parts/columns.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { SelectFilter } from '../../parts/filters.tsx';
import { ListScreen, useList } from '../../parts/list-screen.tsx';
import { lastMonths } from '../../parts/months.ts';
import { PdfLink } from '../../parts/pdf-link.tsx';
import { useOperator } from '../../session/session-context.ts';
import { FirstNumberDialog } from './first-number-dialog.tsx';
import { RegisterDialog } from './register-dialog.tsx';
import { WaitingDocuments } from './waiting-documents.tsx';

const helper = createColumnHelper<typeof features, DocumentRow>();
const columns = helper.columns([
  helper.accessor('number', {
    header: 'Number',
    cell: ({ row: { original: one } }) => (
      <>
        <Link to={`/orders/${one.order_id}`} className="font-semibold text-ink">
          {one.number}
        </Link>
        <div className="truncate text-xs text-ink-soft">
          {one.kind.replaceAll('_', ' ')}
          {one.reference ? ` for ${one.reference}` : ''}
        </div>
      </>
    ),
  }),
  helper.accessor('buyer', {
    header: 'Buyer',
    cell: ({ row: { original: one } }) => (
      <div className="hidden text-xs text-ink-soft sm:block">
        <div className="truncate">{one.buyer}</div>
        <div>{one.gstin}</div>
      </div>
    ),
  }),
  helper.accessor('total_paise', {
    header: 'Total',
    cell: ({ row: { original: one } }) => (
      <div className="grid justify-items-end gap-0.5 sm:justify-items-start">
        <span className="tabular-nums">{formatPaise(one.total_paise)}</span>
        <span className="flex gap-2">
          {one.waits_for_irn ? <Badge state="waiting" label="IRN" /> : null}
          {one.has_pdf ? <PdfLink number={one.number} /> : null}
        </span>
      </div>
    ),
  }),
  helper.accessor('issued_on', {
    header: 'Issued',
    cell: ({ row: { original: one } }) => (
      <span className="hidden text-xs tabular-nums sm:block">{formatDay(one.issued_on)}</span>
    ),
  }),
]);

export function DocumentsScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const [isRecordingIrn, setIsRecordingIrn] = useState(false);
  const [isSettingNumber, setIsSettingNumber] = useState(false);
  const [months] = useState(lastMonths);
  const month = params.get('month') ?? undefined;
  const query = useList(deskApi.useDocumentsInfiniteQuery, { month });
  return (
    <ListScreen
      title="Documents"
      query={query}
      filters={
        <>
          <SelectFilter name="month" label="Month" options={months} />
          {may('finance') && month ? (
            <ExportButton path="/documents/export" body={{ month }} file={`documents-${month}`}>
              Export the month as CSV
            </ExportButton>
          ) : null}
          {may('finance') ? (
            <>
              <Button size="sm" tone="outline" onClick={() => setIsSettingNumber(true)}>
                Set first document number
              </Button>
              <Button size="sm" tone="outline" onClick={() => setIsRecordingIrn(true)}>
                Record an IRN
              </Button>
            </>
          ) : null}
        </>
      }
      columns={columns}
      hrefOf={({ order_id: order }) => `/orders/${order}`}
      grid="grid-cols-[1fr_0_auto_0] sm:grid-cols-[1.4fr_2fr_1.2fr_8.5rem]"
      empty={month ? 'No documents in this month.' : 'No documents.'}
    >
      {isRecordingIrn ? <RegisterDialog onClose={() => setIsRecordingIrn(false)} /> : null}
      {isSettingNumber ? <FirstNumberDialog onClose={() => setIsSettingNumber(false)} /> : null}
      <WaitingDocuments />
    </ListScreen>
  );
}
