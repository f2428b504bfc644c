import { certificateData, readCertificateNumber } from '@meridian/contracts/training/certificate';
import type { FastifyInstance } from 'fastify';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { keepPrivate } from '../../platform/http/private-answers.ts';
import { problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Certificates } from './certificates.ts';

const tags = ['training'];
const number = 'K7M3PXQ2AB';
const parameters = [
  {
    name: 'certificate',
    in: 'path',
    required: true,
    example: number,
    description: 'The number of the certificate, in any case',
    schema: { type: 'string' },
  },
] as const;

const readCall = (): CallDescription => ({
  tags,
  operationId: 'get_certificate',
  summary: 'Verifies a certificate of attendance by its number',
  parameters: [...parameters],
  response: {
    200: answerOf(certificateData, {
      example: {
        status: 1,
        message: '',
        data: {
          state: 'valid',
          number,
          name: 'Ravi Menon',
          course_name: 'Leading SAFe',
          days: ['2026-12-05', '2026-12-06'],
          minutes: 960,
          pdus: 16,
          seus: null,
          issued_at: '2026-12-06T12:00:00.000Z',
          provider: 'Example Training Private Limited',
        },
      },
    }),
    ...problemAnswers(404, 429, 500, 503),
  },
});

const pdfCall = (): CallDescription => ({
  tags,
  operationId: 'get_certificate_pdf',
  summary: 'A valid certificate as a PDF file',
  parameters: [...parameters],
  response: {
    200: {
      description: 'The file',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
    ...problemAnswers(404, 429, 500, 503),
  },
});

interface ByNumber {
  Params: { certificate: string };
}

const unknown = () => new Refusal('not_found', 'certificate_unknown', 'Certificate not found.');

/** `/api/certificates/:certificate`. */
export function certificateRoutes(app: FastifyInstance, certificates: Certificates): void {
  app.get<ByNumber>(
    '/api/certificates/:certificate',
    { config: { describes: readCall } },
    async (request, reply) => {
      keepPrivate(reply);
      const number = readCertificateNumber(request.params.certificate);
      const data = number && (await certificates.read(number));
      if (!data) throw unknown();
      return { status: 1, message: '', data };
    },
  );
  app.get<ByNumber>(
    '/api/certificates/:certificate.pdf',
    { config: { describes: pdfCall } },
    async (request, reply) => {
      keepPrivate(reply);
      const number = readCertificateNumber(request.params.certificate);
      const pdf = number && (await certificates.pdf(number));
      if (!pdf) throw unknown();
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="certificate-${number}.pdf"`)
        .send(pdf);
    },
  );
}
