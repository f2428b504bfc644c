/** Lists issued documents by month. */

import type { DocumentRow } from '@meridian/contracts/operators/console/desk';
import { countedTo, type Page } from '@meridian/contracts/operators/console/lists';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { pageOf, pageSize } from '../lists/read-page.ts';

interface Row {
  number: string;
  kind: string;
  issued_on: string;
  order_id: string;
  reference: string | null;
  buyer: string | null;
  gstin: string | null;
  taxable_paise: string;
  total_paise: string;
  has_pdf: boolean;
  waits_for_irn: boolean;
}

/** @param month `YYYY-MM` */
function ofMonth(month: string | undefined): RawBuilder<unknown> {
  if (month === undefined) return sql`true`;
  const first = `${month}-01`;
  return sql`(issued_on >= ${first}::date and issued_on < (${first}::date + interval '1 month')::date)`;
}

/**
 * @param eInvoice true if B2B documents wait for their registration (IRN)
 * @param before key of the last row of the previous page
 * @returns a page, newest first
 */
export async function documentList(
  database: Kysely<Database>,
  { month, eInvoice, before }: { month?: string | undefined; eInvoice: boolean; before?: string | undefined },
): Promise<Page<DocumentRow>> {
  const [day, number] = before?.split('_') ?? [];
  const after = day && number ? sql`and (issued_on, number) < (${day}::date, ${number})` : sql``;
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select number, kind, to_char(issued_on, 'YYYY-MM-DD') as issued_on, order_id, reference,
        e_invoice -> 'BuyerDtls' ->> 'LglNm' as buyer,
        case when registered then e_invoice -> 'BuyerDtls' ->> 'Gstin' end as gstin, taxable_paise, total_paise,
        exists (select from invoice_files where invoice_files.number = invoices.number) as has_pdf,
        ${eInvoice} and registered and irn is null and kind in ('invoice', 'credit_note')
          and not without_tax as waits_for_irn
      from invoices where ${ofMonth(month)} ${after}
      order by issued_on desc, number desc limit ${pageSize + 1}`.execute(database),
    sql<{ count: number }>`
      select count(*)::integer as count from (
        select from invoices where ${ofMonth(month)} limit ${countedTo}) as found`.execute(database),
  ]);
  return pageOf(rows, counted.rows[0]?.count ?? 0, {
    keyOf: (row) => `${row.issued_on}_${row.number}`,
    shown: ({ buyer, taxable_paise: taxable, total_paise: total, ...row }) => ({
      ...row,
      id: row.number,
      buyer: buyer ?? '',
      taxable_paise: Number(taxable),
      total_paise: Number(total),
    }),
  });
}
