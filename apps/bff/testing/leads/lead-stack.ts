/** Test stack for leads: PostgreSQL, the reference upstream and the sandbox CRM. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { FormName } from '@meridian/contracts/calls';
import { formNames } from '@meridian/contracts/leads/forms';
import { instance } from '@meridian/contracts/site/instance';
import { buildSandbox } from '@meridian/sandbox/app';
import { atEnd } from '@meridian/stack/at-end';
import fastify from 'fastify';
import pg from 'pg';
import pino from 'pino';
import supertest from 'supertest';

import { createCourseLookup } from '../../src/leads/acceptance/course-lookup.ts';
import type { LeadHandler } from '../../src/leads/forward/lead-handler.ts';
import { createLeads, type LeadsOptions, leadRoutes } from '../../src/leads/leads.ts';
import type { StoredLead } from '../../src/leads/ledger/store/tables.ts';
import { createZohoCrm } from '../../src/partners/crm/zoho/zoho-crm.ts';
import type { ZohoSettings } from '../../src/partners/crm/zoho/zoho-token.ts';
import { createUpstreamClient, type UpstreamClient } from '../../src/partners/upstream/upstream-client.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { installErrorHandler } from '../../src/platform/http/problems/error-handler.ts';
import { countUnknownFields } from '../../src/platform/http/unknown-fields.ts';
import { createJobs } from '../../src/platform/jobs/create-jobs.ts';
import { startSampleUpstream } from '../sample-upstream.ts';
import { useMigratedDatabase } from '../test-database.ts';

export const publicUrl = 'https://academy.example';
export const leadIdField = 'Website_Lead_ID';

type StackOptions = Pick<LeadsOptions, 'answerWaitMs' | 'fileQuotas' | 'scan'> & {
  /** Creates the handler of leads that the upstream does not receive. */
  leadHandlerOf?: (parts: Pick<LeadsOptions, 'database'> & { upstream: UpstreamClient }) => LeadHandler;
};

export interface CrmLead {
  id: string;
  trigger: string[];
  [field: string]: unknown;
}

export interface UpstreamSubmission {
  form: FormName;
  body: Record<string, unknown>;
  idempotency_key: string;
}

/** Starts everything for one test file and stops it after its last test. */
export async function useLeadStack({ leadHandlerOf, ...options }: StackOptions = {}) {
  const { url: databaseUrl } = await useMigratedDatabase();
  const upstream = await startSampleUpstream();
  const upstreamRows = new pg.Pool({ connectionString: upstream.databaseUrl, max: 1 });
  const sandboxServer = buildSandbox({ zohoLeadIdField: leadIdField });
  const sandboxUrl = await sandboxServer.listen({ host: '127.0.0.1', port: 0 });

  const database = openDatabase(databaseUrl);
  await migrate(database);
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const jobs = createJobs({ databaseUrl, log });
  await jobs.start();

  const upstreamClient = createUpstreamClient({ baseUrl: upstream.url, timeoutMs: 3_000 });
  const zoho: ZohoSettings = {
    accountsUrl: sandboxUrl,
    clientId: 'sandbox_client',
    clientSecret: 'sandbox_client_secret',
    refreshToken: 'sandbox_refresh_token',
    leadIdField,
  };
  const leadsOptions: LeadsOptions = {
    database,
    jobs,
    upstream: upstreamClient,
    findCourse: createCourseLookup({ upstream: upstreamClient, waitMs: 2_000 }),
    upstreamUrl: upstream.url,
    publicUrl,
    crm: createZohoCrm(database, zoho, log),
    company: () => instance().name,
    retentionDays: 30,
    ...options,
    leadHandler: leadHandlerOf?.({ database, upstream: upstreamClient }),
    forwardTimeouts: { formMs: 3_000, fileMs: 8_000 },
    log,
  };
  const leads = createLeads(leadsOptions);

  const app = fastify({
    forceCloseConnections: true,
    trustProxy: true,
    bodyLimit: 32 * 1024,
    onProtoPoisoning: 'error',
  });
  installErrorHandler(app);
  const unknownFields: string[] = [];
  const countUnknown = countUnknownFields(app, (route) => unknownFields.push(route));
  leadRoutes(app, leads, countUnknown);
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const sandbox = supertest(sandboxUrl);
  const upstreamHttp = supertest(upstream.url);

  atEnd(async () => {
    await app.close();
    await jobs.stop(2_000);
    await sandboxServer.close();
    await upstream.stop();
    await upstreamRows.end();
    await database.destroy();
  });

  return {
    leads,
    leadsOptions,
    zoho,
    database,
    databaseUrl,
    jobs,
    log,
    app,
    /** Routes of counted unknown fields. */
    unknownFields,
    baseUrl,
    http: supertest(baseUrl),
    sandbox,
    /**
     * Sets faults of the upstream. By default they apply to forms only, because a read of the course list
     * would use up a fault.
     */
    upstreamFault: (fault: { kind: string; times?: number; calls?: string[] }) =>
      upstreamHttp
        .post('/_upstream/faults')
        .send({ calls: formNames, ...fault })
        .expect(200),
    crmFault: (fault: { kind: string; times?: number }) =>
      sandbox
        .post('/_sandbox/faults')
        .send({ service: 'zoho', ...fault })
        .expect(200),
    async submissions(form?: FormName): Promise<UpstreamSubmission[]> {
      const answer = await upstreamHttp.get('/_upstream/submissions').query({ form }).expect(200);
      return answer.body.data;
    },
    async crmLeads(): Promise<CrmLead[]> {
      const answer = await sandbox.get('/_sandbox/leads').expect(200);
      return answer.body.data;
    },
    ledger: (): Promise<StoredLead[]> => database.selectFrom('leads').selectAll().orderBy('id').execute(),
    /** Makes every planned retry due. */
    makeDue: () => makeDue(database),
    /** Runs all due work once, in the foreground. */
    async work() {
      const due = await database
        .selectFrom('leads')
        .select(['id', 'forward_state', 'crm_state'])
        .orderBy('id')
        .execute();
      await leads.forward(
        due.filter((lead) => /^(?:received|refused_late)$/.test(lead.forward_state)).map((lead) => lead.id),
      );
      const pending = await database
        .selectFrom('leads')
        .select('id')
        .where('crm_state', '=', 'pending')
        .orderBy('id')
        .execute();
      if (pending.length > 0) await leads.deliver(pending.map((lead) => lead.id));
    },
    async reset() {
      unknownFields.length = 0;
      await upstreamHttp.post('/_upstream/faults').send({ kind: 'none' }).expect(200);
      await sandbox.post('/_sandbox/reset').expect(200);
      await upstreamRows.query('truncate submissions cascade');
      await database.deleteFrom('waitlist_entries').execute();
      await database.deleteFrom('consents').execute();
      await database.deleteFrom('leads').execute();
      await database
        .updateTable('crm_session')
        .set({ access_token: null, expires_at: null, paused_until: null })
        .execute();
    },
  };
}

async function makeDue(database: LeadsOptions['database']): Promise<void> {
  const now = new Date(Date.now() - 1_000);
  await database
    .updateTable('leads')
    .set({ forward_due_at: now, forward_busy_until: null })
    .where('forward_state', 'in', ['received', 'refused_late'])
    .where('forward_due_at', 'is not', null)
    .execute();
  await database.updateTable('leads').set({ crm_due_at: now }).where('crm_state', '=', 'pending').execute();
  await database.updateTable('crm_session').set({ paused_until: null }).execute();
}

/**
 * Polls for a result of background work until `holds` returns true. @returns the last value, also after the
 * timeout
 */
export async function eventually<Value>(
  read: () => Promise<Value>,
  holds: (value: Value) => boolean,
  timeoutMs = 15_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (holds(value) || Date.now() > deadline) return value;
    await sleep(50);
  }
}
