/** Test stack of the console: its server on PostgreSQL, with the test stack of the checkout. */

import { randomUUID } from 'node:crypto';
import type { OperationName } from '@meridian/contracts/operators/actions';
import type { Role } from '@meridian/contracts/operators/console/roles';
import { sampleFolder } from '@meridian/instance/sample';
import { atEnd } from '@meridian/stack/at-end';
import { totpOf } from '@meridian/stack/totp';
import pino from 'pino';
import { expect } from 'vitest';
import { issuingOf } from '../../src/enrolment/documents/invoices.ts';
import { createOperatorChanges } from '../../src/enrolment/receipts/self-service/operator-changes.ts';
import { takenSeats } from '../../src/enrolment/seats/taken-seats.ts';
import { enqueueMails } from '../../src/mail/outbox/enqueue-mails.ts';
import { inviteOperator } from '../../src/operators/accounts/invitations.ts';
import type { OidcSettings } from '../../src/operators/accounts/settings.ts';
import { createOperations } from '../../src/operators/actions/operations/long-work.ts';
import { runOperation } from '../../src/operators/actions/operations/operations.ts';
import { buildConsole } from '../../src/operators/console/console-app.ts';
import { consoleRoutes } from '../../src/operators/console/console-routes.ts';
import { createBatchEditor } from '../../src/partners/upstream/batch-editor.ts';
import { useCheckoutStack } from '../checkout/checkout-stack.ts';
import { supplier } from '../invoices/settings.ts';

const url = 'http://localhost:3001';
export const password = 'correct horse battery';
const invoicing = {
  supplier,
  invoices: { prefix: 'MAC', issue: 'payment', eInvoice: false },
  onlinePlace: 'recipient_state',
} as const;
const origin = { host: 'localhost:3001', origin: url, 'sec-fetch-site': 'same-origin' };

export interface TestOperator {
  email: string;
  totpUri: string;
  cookie: string;
}

interface Sent {
  cookie?: string;
  body?: object | string;
  headers?: Record<string, string>;
}

interface Options {
  trustProxy?: 'loopback';
  oidc?: OidcSettings;
  webDir?: string;
}

const patterns = consoleRoutes.map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** @returns how a response differs from the schema of its route, or undefined */
function mismatchOf(method: string, path: string, data: unknown): string | undefined {
  const [pathname = ''] = path.split('?');
  const route = patterns.find((known) => known.method === method && known.pattern.test(pathname));
  if (!route?.answer || route.answer === 'file') return undefined;
  const error = route.answer.safeParse(data).error;
  return error && `${method} ${path}: ${error.message}`;
}

/** Starts the stack for one test file. */
export async function useConsole(settings: Options = {}) {
  const stack = await useCheckoutStack();
  const { deps, database } = stack;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const offerMs = 24 * 60 * 60_000;
  const { supplier: seller, invoices: series } = invoicing;
  const operations = createOperations({
    reconciler: deps.reconciler,
    callingOff: {
      ...deps,
      isMoneyShort: deps.provider.isMoneyShort,
      editor: createBatchEditor(deps.upstream),
    },
    comparing: deps,
    offering: { ...deps, ledger: takenSeats, offerMs },
    issuing: issuingOf({ database, jobs: stack.jobs, supplier: seller, settings: series }),
  });
  const app = await buildConsole(
    {
      database,
      jobs: stack.jobs,
      upstream: deps.upstream,
      provider: deps.provider,
      decisions: deps.decisions,
      bookingChanges: createOperatorChanges({
        ...deps,
        enqueueMails: (transaction, mails) => enqueueMails(transaction, mails, stack.jobs),
      }),
      operations,
      publicUrl: deps.publicUrl,
      log: deps.log,
      now: deps.now,
      invoicing,
      readInstance: () => sampleFolder,
      mailSender: () => ({ brand: 'Kaveri', siteUrl: 'https://www.example.com' }),
      offerMs,
      settings: {
        url,
        secret: 'a secret of more than thirty-two characters',
        webDir: '/nowhere',
        appEnv: 'demo',
        trustProxy: false,
        ...settings,
      },
      missingSetupSteps: async () => [],
      shownSettings: () => [{ name: 'PORT', value: '3000' }],
      doctor: {
        checkSteps: async (ids) => ids.map((id) => ({ id, state: 'passed', message: 'All is well.' })),
        mail: undefined,
        provider: deps.provider,
        publicUrl: deps.publicUrl,
        log,
        runChecks: async () => [
          { name: 'database', state: 'ok', text: 'PostgreSQL 18' },
          { name: 'mail', state: 'fault', text: 'It takes no emails', advice: 'Look at SMTP_URL.' },
        ],
      },
      health: { upstreamState: () => 'unknown', sendsMail: true },
    },
    log,
  );
  const mismatches: string[] = [];
  atEnd(async () => {
    await app.close();
    expect(mismatches).toEqual([]);
  });

  async function call(method: 'GET' | 'POST', path: string, { cookie, body, headers }: Sent = {}) {
    const response = await app.inject({
      method,
      url: `/console/api${path}`,
      headers: { ...origin, ...(cookie && { cookie }), ...headers },
      ...(body && { payload: body }),
    });
    const mismatch =
      response.statusCode === 200 && String(response.headers['content-type']).includes('json')
        ? mismatchOf(method, path, response.json().data)
        : undefined;
    if (mismatch !== undefined) mismatches.push(mismatch);
    const cookies = response.cookies.filter(({ value, maxAge }) => value !== '' && maxAge !== 0);
    return {
      status: response.statusCode,
      json: response.json(),
      headers: response.headers,
      cookie: cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; '),
    };
  }

  const invite = (email: string, role: Role) => inviteOperator(database, { email, role });

  /** Invites an operator and accepts the invitation, without setting up the second factor. */
  async function accept(email: string, role: Role): Promise<TestOperator> {
    const token = await invite(email, role);
    const accepted = await call('POST', '/invitations/accept', {
      body: { token, name: 'Meera Rao', password },
    });
    return { email, totpUri: accepted.json.data.totp_uri, cookie: accepted.cookie };
  }

  /** An operator who has signed in, and used the code of this period. */
  async function operator(role: Role, email = `${role}@example.com`): Promise<TestOperator> {
    const { totpUri, cookie } = await accept(email, role);
    const ready = await call('POST', '/second-factor', { cookie, body: { code: totpOf(totpUri) } });
    return { email, totpUri, cookie: ready.cookie };
  }

  /** Calls an action with an idempotency key, as the pages do. */
  const runAction = (path: string, cookie: string, body: object, key: string = randomUUID()) =>
    call('POST', path, { cookie, body, headers: { 'idempotency-key': key } });

  /** Begins an operation and runs it. @returns the ended operation */
  async function operate(name: OperationName, cookie: string, body: object = {}) {
    const begun = await runAction(`/actions/${name}`, cookie, body);
    await runOperation({ database, operations, log }, begun.json.data.operation);
    return (await call('GET', `/operations/${begun.json.data.operation}`, { cookie })).json.data;
  }

  return { operate, stack, database, app, call, runAction, invite, accept, operator };
}
