/** Test stack of the waiting list, with the checkout and the leads. */

import { randomUUID } from 'node:crypto';
import { atEnd } from '@meridian/stack/at-end';
import fastify from 'fastify';
import supertest from 'supertest';

import { takenSeats } from '../../src/enrolment/seats/taken-seats.ts';
import type { OfferDependencies } from '../../src/enrolment/waitlist/offer-seats.ts';
import { waitlistRoutes } from '../../src/enrolment/waitlist/routes.ts';
import { createWaitlist } from '../../src/enrolment/waitlist/waitlist.ts';
import { createLeads } from '../../src/leads/leads.ts';
import { waitlistCommand } from '../../src/operators/cli/waitlist.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { installErrorHandler } from '../../src/platform/http/problems/error-handler.ts';
import { purchase, useCheckoutStack } from '../checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../checkout/upstream-double.ts';
import { operationsOn } from '../operators/actions-on.ts';

export const offerMs = 24 * 60 * 60_000;

/** @param replicaCount number of replicas, each with its own pool */
export async function useWaitlistStack(replicaCount = 1) {
  const stack = await useCheckoutStack();
  const { deps } = stack;
  const log = { ...deps.log, child: () => log } as never;
  const parts = (database = deps.database): OfferDependencies => ({
    database,
    upstream: deps.upstream,
    ledger: takenSeats,
    offerMs,
    log: deps.log,
    now: deps.now,
  });
  const waitlist = createWaitlist(parts());
  const replicas = Array.from({ length: replicaCount }, () => {
    const database = openDatabase(stack.databaseUrl, { maxConnections: 4 });
    atEnd(() => database.destroy());
    return createWaitlist(parts(database));
  });
  const { accept } = createLeads({
    database: stack.database,
    jobs: stack.jobs,
    upstream: {} as never,
    upstreamUrl: 'http://127.0.0.1',
    publicUrl: deps.publicUrl,
    findCourse: async () => undefined,
    company: () => 'Kaveri',
    retentionDays: 365,
    crm: { maxRecords: 1, maxCalls: 1, insert: async () => [], pausedSeconds: async () => 0 },
    leadHandler: waitlist.leadHandler,
    log,
  });
  const app = fastify({ forceCloseConnections: true });
  installErrorHandler(app);
  waitlistRoutes(app, waitlist);
  const http = supertest(await app.listen({ host: '127.0.0.1', port: 0 }));
  atEnd(() => app.close());

  let people = 0;
  return {
    ...stack,
    waitlist,
    replicas,
    offers: http,
    async reset() {
      await stack.reset();
      await stack.database.deleteFrom('leads').execute();
    },
    /** Sets the seats of the batch that the upstream reports. */
    setUpstream(seats: { seats_left?: number; seats_total?: number }, more: object = {}) {
      stack.upstream.schedules.set(courseId, [someBatch({ ...seats, ...more })]);
    },
    /**
     * Adds a new person to the list. @returns the response and the id of the lead, by which the entry is
     * found
     */
    async join(seats: number) {
      people += 1;
      const values = {
        course_id: courseId,
        course_schedule_id: batchId,
        number_of_course: seats,
        full_name: 'Asha Nair',
        email: `waiting-${people}@example.com`,
        phone_number: '98450 00000',
        course_name: 'Leading SAFe',
        page_url: '',
      };
      const submission = { values, submissionId: randomUUID(), honeypot: '' };
      const answer = await accept({ form: 'waitlist', submission });
      const lead = await stack.database
        .selectFrom('leads')
        .select('id')
        .where('email', '=', values.email)
        .executeTakeFirstOrThrow();
      return { answer, id: lead.id };
    },
    entry: (id: string) =>
      stack.database
        .selectFrom('waitlist_entries')
        .selectAll()
        .where('lead_id', '=', id)
        .executeTakeFirstOrThrow(),
    entries: () =>
      stack.database
        .selectFrom('waitlist_entries')
        .selectAll()
        .orderBy('joined_at')
        .orderBy('lead_id')
        .execute(),
    /** Opens an order for a new person. */
    ask(seats: number, more: Record<string, unknown> = {}) {
      people += 1;
      const email = `buyer-${people}@example.com`;
      return stack.http.post('/api/checkout').send({ ...purchase, email, number_of_course: seats, ...more });
    },
    async ops(...args: string[]) {
      const lines: string[] = [];
      const offering = parts();
      const operations = operationsOn(stack.database, { offering }, { offering });
      const status = await waitlistCommand(args, { ...operations, publicUrl: deps.publicUrl }, (line) =>
        lines.push(line),
      );
      return { status, text: lines.join('\n') };
    },
  };
}
