/** Descriptions of the receipt's calls. */
import { receiptData } from '@meridian/contracts/enrolment/receipt';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { tokenParameter } from '../../platform/http/private-answers.ts';
import { problemAnswers } from '../../platform/http/problems/problem-answers.ts';

const tags = ['checkout'];

export const receiptCall = (): CallDescription => ({
  tags,
  operationId: 'get_receipt',
  summary: 'The receipt of an order, by its token',
  parameters: [
    tokenParameter,
    {
      name: 'fresh',
      in: 'query',
      schema: { const: '1' },
      example: '1',
      description: 'If set, the payment provider is asked first, unless the order is paid',
    },
  ],
  response: { 200: answerOf(receiptData), ...problemAnswers(404, 500, 502, 503) },
});

export const calendarCall = (): CallDescription => ({
  tags,
  operationId: 'get_receipt_calendar',
  summary: 'The dates of the order as a calendar file',
  parameters: [tokenParameter],
  response: {
    200: { description: 'The file', content: { 'text/calendar': { schema: { type: 'string' } } } },
    ...problemAnswers(404, 500, 503),
  },
});

export const documentCall = (): CallDescription => ({
  tags,
  operationId: 'get_receipt_document',
  summary: 'A tax document of the order, for example its invoice, as a PDF file',
  parameters: [
    tokenParameter,
    {
      name: 'number',
      in: 'path',
      required: true,
      example: 'MA-2627-000123',
      description: 'Number of the document, with `-` for `/`',
      schema: { type: 'string' },
    },
  ],
  response: {
    200: {
      description: 'The file',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
    ...problemAnswers(404, 500, 503),
  },
});
