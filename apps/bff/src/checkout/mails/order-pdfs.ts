/** The tax documents of orders, as mails attach or link them. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import { pathOfNumber } from '../../invoices/document-number.ts';
import { readPdf } from '../../invoices/files.ts';
import type { DocumentKind } from '../../invoices/supply.ts';
import type { ReadAttachments } from '../../mail/composer.ts';

export interface OrderPaper {
  number: string;
  kind: DocumentKind;
  reference: string | null;
  totalPaise: number;
  /** The PDF file is made. */
  isDrawn: boolean;
  /** Of the file, behind the receipt's token. */
  path: string;
}

/** @returns documents by order, oldest first */
export async function papersOfOrders(
  transaction: Transaction<Database>,
  orderIds: readonly string[],
): Promise<Map<string, OrderPaper[]>> {
  const rows = await transaction
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .leftJoin('invoice_files', 'invoice_files.number', 'invoices.number')
    .select(['invoices.order_id', 'invoices.number', 'invoices.kind', 'invoices.reference'])
    .select(['invoices.total_paise', 'orders.receipt_token', 'invoice_files.number as drawn'])
    .where('invoices.order_id', 'in', [...orderIds])
    .orderBy('invoices.issued_at')
    .execute();
  const papers = rows.map((row) => ({
    ...{ number: row.number, kind: row.kind, reference: row.reference, isDrawn: row.drawn !== null },
    ...{ orderId: row.order_id, totalPaise: Number(row.total_paise) },
    path: `/api/receipts/${row.receipt_token}/documents/${pathOfNumber(row.number)}.pdf`,
  }));
  return Map.groupBy(papers, ({ orderId }) => orderId);
}

/** Reads the document that a mail says it carries. */
export function pdfAttachments(database: Kysely<Database>): ReadAttachments {
  return async ({ orderId, data }) => {
    const paper = 'paper' in data ? data.paper : null;
    if (orderId === null || paper?.state !== 'attached') return [];
    const content = await readPdf(database, orderId, paper.number);
    if (!content) return [];
    const filename = `${pathOfNumber(paper.number)}.pdf`;
    return [{ filename, contentType: 'application/pdf', content }];
  };
}
