import { nameAttendeesRequest } from '@meridian/contracts/enrolment/attendees';
import { correctionRequest } from '@meridian/contracts/enrolment/billing';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { checkedBody } from '../../platform/http/checked-body.ts';
import { isToken, keepPrivate } from '../../platform/http/private-answers.ts';
import { Refusal } from '../../platform/refusal.ts';
import { nameAttendeesCall } from './attendees-call.ts';
import { calendarCall, documentCall, receiptCall } from './calls.ts';
import { askCorrectionCall } from './correction-call.ts';
import type { Receipts } from './receipts.ts';

const unknown = () => new Refusal('not_found', 'receipt_unknown', 'This booking page does not exist.');

function readRoutes(app: FastifyInstance, receipts: Receipts): void {
  app.get<{ Params: { token: string }; Querystring: { fresh?: unknown } }>(
    '/api/receipts/:token',
    { config: { describes: receiptCall } },
    async (request, reply) => {
      keepPrivate(reply);
      const { token } = request.params;
      if (!isToken(token)) throw unknown();
      const data = await (request.query.fresh === '1' ? receipts.readFresh(token) : receipts.read(token));
      if (!data) throw unknown();
      return { status: 1, message: '', data };
    },
  );
  app.get<{ Params: { token: string } }>(
    '/api/receipts/:token.ics',
    { config: { describes: calendarCall } },
    async (request, reply) => {
      keepPrivate(reply);
      const { token } = request.params;
      const calendar = isToken(token) ? await receipts.calendar(token) : undefined;
      if (calendar === undefined) throw unknown();
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="course.ics"')
        .send(calendar);
    },
  );
}

const documentPattern = /^[A-Z1-9][A-Z0-9]{0,3}-\d{4}-\d{1,8}$/;

function documentRoute(app: FastifyInstance, receipts: Receipts): void {
  app.get<{ Params: { token: string; number: string } }>(
    '/api/receipts/:token/documents/:number.pdf',
    { config: { describes: documentCall } },
    async (request, reply) => {
      keepPrivate(reply);
      const { token, number } = request.params;
      const isPath = isToken(token) && documentPattern.test(number);
      const pdf = isPath ? await receipts.document(token, number) : undefined;
      if (!pdf) throw new Refusal('not_found', 'document_unknown', 'This document does not exist.');
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${number}.pdf"`)
        .send(pdf);
    },
  );
}

const fieldsOf = (schema: z.ZodObject) => ({ bodyFields: Object.keys(schema.shape) });

function attendeesRoute(app: FastifyInstance, receipts: Receipts): void {
  const options = {
    ...checkedBody({ message: 'Please check the people that are marked.', isLogged: true }),
    schema: { ...nameAttendeesCall, params: z.object({ token: z.string() }) },
    config: fieldsOf(nameAttendeesRequest),
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api/receipts/:token/attendees', options, async ({ params: { token }, body }, reply) => {
      keepPrivate(reply);
      const named = isToken(token) ? await receipts.nameAttendees(token, body.attendees) : undefined;
      if (!named) throw unknown();
      if (named.kind === 'named') return reply.send({ status: 1, message: '', data: named.data });
      const { kind: _refused, ...said } = named;
      return reply.code(409).send({ status: 0, ...said });
    });
}

function correctionRoute(app: FastifyInstance, receipts: Receipts): void {
  const options = {
    ...checkedBody({ message: 'Please check the details that are marked.', isLogged: true }),
    schema: { ...askCorrectionCall, params: z.object({ token: z.string() }) },
    config: fieldsOf(correctionRequest),
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api/receipts/:token/billing', options, async ({ params: { token }, body }, reply) => {
      keepPrivate(reply);
      const requested = isToken(token) ? await receipts.askCorrection(token, body) : undefined;
      if (!requested) throw unknown();
      return reply.send({ status: 1, message: '', data: requested });
    });
}

/** Registers the routes of `/api/receipts/:token`. */
export function receiptRoutes(app: FastifyInstance, receipts: Receipts): void {
  readRoutes(app, receipts);
  attendeesRoute(app, receipts);
  correctionRoute(app, receipts);
  documentRoute(app, receipts);
}
