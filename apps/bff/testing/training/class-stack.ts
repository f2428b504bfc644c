/** Test stack of class lists, for batches that are booked through the checkout. */

import { randomUUID } from 'node:crypto';
import type { ClassListData } from '@meridian/contracts/training/class-list';
import { atEnd } from '@meridian/stack/at-end';
import fastify from 'fastify';
import supertest from 'supertest';

import { createOperatorChanges } from '../../src/enrolment/receipts/self-service/operator-changes.ts';
import { installErrorHandler } from '../../src/platform/http/problems/error-handler.ts';
import { createCertificates } from '../../src/training/certificates/certificates.ts';
import { certificateRoutes } from '../../src/training/certificates/routes.ts';
import { createClassLists } from '../../src/training/classes/class-list.ts';
import { classRoutes } from '../../src/training/classes/routes.ts';
import { createFeedback } from '../../src/training/feedback/feedback.ts';
import { feedbackRoutes } from '../../src/training/feedback/routes.ts';
import { useCheckoutStack } from '../checkout/checkout-stack.ts';
import { batchId, courseId, someBatch } from '../checkout/upstream-double.ts';
import { actionsOn } from '../operators/actions-on.ts';

export const operator = { id: null, email: 'desk@example.com', role: 'admin', isSteppedUp: true } as const;

export const people = {
  asha: { name: 'Asha Nair', email: 'asha@example.com' },
  ravi: { name: 'Ravi Menon', email: 'ravi@example.com' },
} as const;

export async function useClassStack() {
  const stack = await useCheckoutStack();
  const { database } = stack;
  let today = new Date();
  const now = () => today;
  const app = fastify({ forceCloseConnections: true });
  installErrorHandler(app);
  classRoutes(app, createClassLists({ database, now }));
  certificateRoutes(
    app,
    createCertificates({ database, provider: () => 'Kaveri', publicUrl: 'https://academy.example' }),
  );
  feedbackRoutes(app, createFeedback({ database }), async () => undefined);
  const { decisions, jobs, upstream } = stack.deps;
  const bookingChanges = createOperatorChanges({ ...stack.deps, now });
  const actions = actionsOn(database, { decisions, bookingChanges, jobs, upstream, now });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  atEnd(() => app.close());
  const http = supertest(url);
  const call = () => ({ actor: operator, key: randomUUID(), requestId: 'request-1' });

  return {
    ...stack,
    app,
    site: http,
    now,
    call,
    actions,
    async reset() {
      await stack.reset();
      today = new Date();
      stack.upstream.schedules.set(courseId, [someBatch()]);
    },
    /** @param timestamp current time for class lists and actions, for example `2099-12-06T12:00:00+05:30` */
    setNow(timestamp: string) {
      today = new Date(timestamp);
    },
    /** Sends the class list of the batch. @returns the API path of the list */
    async sendList(id: number = batchId): Promise<string> {
      await actions.execute('batches.send-class-list', { id, email: 'trainer@example.com' }, call());
      const { facts } = await database
        .selectFrom('mails')
        .select('facts')
        .where('kind', '=', 'class_list')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const { classUrl } = facts as { classUrl: string };
      return `/api/classes/${classUrl.slice(classUrl.lastIndexOf('/') + 1)}`;
    },
    /** Returns the batch as it is stored with the first order. */
    async sold() {
      const { batch } = await database.selectFrom('orders').select('batch').executeTakeFirstOrThrow();
      return batch as Record<string, unknown>;
    },
    async list(path: string): Promise<ClassListData> {
      return (await http.get(path).expect(200)).body.data;
    },
    /** Records that a person was present on days of class. */
    async tick(path: string, name: string, days: readonly string[]): Promise<void> {
      const { seats } = await this.list(path);
      const person = seats.find((seat) => seat.name === name)?.person;
      for (const day of days)
        await http.post(`${path}/attendance`).send({ person, day, present: true }).expect(200);
    },
  };
}
