import { pageOfRows } from '@meridian/contracts/operators/lists';
/**
 * Invoices, credit notes and vouchers: lists by month, PDF and CSV files, and documents that are not issued
 * yet.
 */

import {
  type DocumentRow,
  documentRow,
  type WaitingDocumentRow,
  waitingDocumentRow,
} from '@meridian/contracts/operators/console/desk';
import type { Page } from '@meridian/contracts/operators/console/lists';
import { z } from 'zod';
import { readPdf } from '../../../enrolment/documents/files.ts';
import { documentsOfMonth, findDocument } from '../../../enrolment/documents/issued.ts';
import { monthCsv } from '../../../enrolment/documents/month-report.ts';
import { settlementsOfPayments } from '../../../enrolment/settlements/settled-entries.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { exportRoute } from '../server/export-route.ts';
import { FileAnswer } from '../server/file-answer.ts';
import { route } from '../server/route.ts';
import { documentList } from './document-lists.ts';
import { waitingDocuments } from './waiting-documents.ts';

const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'Enter a month such as 2026-11' });
const number = z.string().max(40);

const readRoutes = [
  route({
    method: 'GET',
    path: '/documents',
    access: 'viewer',
    answer: pageOfRows(documentRow),
    query: z.object({
      month: month.optional(),
      before: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}_[\w/-]{1,40}$/)
        .optional(),
    }),
    handle: ({ deps, query }): Promise<Page<DocumentRow>> =>
      documentList(deps.database, { ...query, eInvoice: deps.invoicing.invoices.eInvoice }),
  }),
  route({
    method: 'GET',
    path: '/documents/waiting',
    access: 'viewer',
    answer: waitingDocumentRow.array(),
    async handle({ deps }): Promise<WaitingDocumentRow[]> {
      const waiting = await waitingDocuments(deps.database, deps.invoicing);
      return waiting.map(({ orderId, kind, why, createdAt }) => ({
        order_id: orderId,
        kind,
        why,
        since: createdAt.toISOString(),
      }));
    },
  }),
  route({
    method: 'GET',
    path: '/documents/pdf',
    access: 'viewer',
    query: z.object({ number }),
    answer: 'file',
    async handle(call) {
      const { database } = call.deps;
      const id = call.query.number;
      const document = await findDocument(database, id);
      const pdf = document && (await readPdf(database, document.orderId, id));
      if (!pdf) throw new HttpProblem(404, 'Document not found, or its PDF is not ready yet.');
      await call.recordRead('document.read', { kind: 'document', id });
      return new FileAnswer(`${id}.pdf`, 'application/pdf', pdf);
    },
  }),
];

export const documentRoutes = [
  ...readRoutes,
  exportRoute({
    path: '/documents/export',
    access: 'finance',
    body: z.object({ month }),
    action: 'document.export',
    async read({ deps: { database }, body }) {
      const documents = await documentsOfMonth(database, body.month);
      const paymentIds = documents.map(({ details }) => details.paymentId);
      const lines = monthCsv(documents, await settlementsOfPayments(database, paymentIds));
      return {
        answer: { csv: lines.join('\r\n'), documents: documents.length },
        subject: { kind: 'list', id: 'documents' },
        detail: { documents: documents.length, month: body.month },
      };
    },
  }),
];
