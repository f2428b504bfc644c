/** The tax documents of orders that mails attach or link. */
import type { Mail, MailDocument } from '@meridian/mail-templates';
import type { Kysely, Transaction } from 'kysely';
import type { ReadAttachments } from '../../mail/outbox/composer.ts';
import { readMail } from '../../mail/outbox/tables.ts';
import type { Attachment } from '../../partners/smtp/message.ts';
import type { Database } from '../../platform/database/database.ts';
import { pathOfNumber } from '../documents/document-number.ts';
import { readPdf } from '../documents/files.ts';
import type { DocumentKind } from '../documents/supply.ts';

export interface OrderDocument {
  number: string;
  kind: DocumentKind;
  reference: string | null;
  totalPaise: number;
  /** True if the PDF file is stored. */
  hasPdf: boolean;
  /** Path of the file; the path contains the receipt's token. */
  path: string;
}

/** @returns documents by order id, oldest first */
export async function documentsOfOrders(
  transaction: Transaction<Database>,
  orderIds: readonly string[],
): Promise<Map<string, OrderDocument[]>> {
  const rows = await transaction
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .leftJoin('invoice_files', 'invoice_files.number', 'invoices.number')
    .select(['invoices.order_id', 'invoices.number', 'invoices.kind', 'invoices.reference'])
    .select(['invoices.total_paise', 'orders.receipt_token', 'invoice_files.number as drawn'])
    .where('invoices.order_id', 'in', [...orderIds])
    .orderBy('invoices.issued_at')
    .execute();
  const documents = rows.map((row) => ({
    number: row.number,
    kind: row.kind,
    reference: row.reference,
    hasPdf: row.drawn !== null,
    orderId: row.order_id,
    totalPaise: Number(row.total_paise),
    path: `/api/receipts/${row.receipt_token}/documents/${pathOfNumber(row.number)}.pdf`,
  }));
  return Map.groupBy(documents, ({ orderId }) => orderId);
}

function attachedTo({ data }: Mail): string[] {
  const said: (MailDocument | null)[] = [
    ...('document' in data ? [data.document] : []),
    ...('documents' in data && typeof data.documents === 'object'
      ? data.documents.map(({ document }) => document)
      : []),
  ];
  return said.flatMap((document) => (document?.state === 'attached' ? document.number : []));
}

/** @returns a function that reads the attachments named in a mail */
export function pdfAttachments(database: Kysely<Database>): ReadAttachments {
  return async (mail) => {
    const { orderId } = mail;
    const attachments: Attachment[] = [];
    for (const number of orderId === null ? [] : attachedTo(readMail(mail))) {
      const content = await readPdf(database, orderId ?? '', number);
      const filename = `${pathOfNumber(number)}.pdf`;
      if (content) attachments.push({ filename, contentType: 'application/pdf', content });
    }
    return attachments;
  };
}
