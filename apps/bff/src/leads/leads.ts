import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { CrmProvider } from '../partners/crm/provider.ts';
import type { VirusScanner } from '../partners/virus-scanner/virus-scan.ts';
import type { Database } from '../platform/database/database.ts';
import type { CountUnknownFields } from '../platform/http/unknown-fields.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { createAcceptance } from './acceptance/acceptance.ts';
import type { FindCourse } from './acceptance/course-lookup.ts';
import { fileFormRoutes } from './acceptance/routes/file-form-routes.ts';
import { formRoutes } from './acceptance/routes/form-routes.ts';
import { zohoRoutes } from './acceptance/routes/zoho-routes.ts';
import { suspicionOf } from './acceptance/spam-check.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createOptOutHandler, sweepOptOuts } from './delivery/push-opt-outs.ts';
import { createForwardHandler } from './forward/forward-handler.ts';
import { forwardTimeouts, type LeadUpstream } from './forward/forward-lead.ts';
import type { LeadHandler } from './forward/lead-handler.ts';
import { applyRetention } from './ledger/erasure/retention.ts';
import { createLeadStore } from './ledger/store/lead-store.ts';
import { forgetSenders } from './ledger/store/senders.ts';
import { deleteSubmissionIds } from './ledger/store/submission-ids.ts';
import { discardOldFiles, type FileQuotas } from './uploads/file-quota.ts';
import { createLeadFiles } from './uploads/lead-files.ts';

export interface LeadsOptions {
  database: Kysely<Database>;
  jobs: Jobs;
  upstream: LeadUpstream;
  upstreamUrl: string;
  publicUrl: string;
  /** Looks up the course of a lead that has only the course id. */
  findCourse: FindCourse;
  crm: CrmProvider;
  /** Name of the training provider in the CRM. */
  company: () => string;
  /** Personal data of delivered, refused and rejected leads is erased after this many days. */
  retentionDays: number;
  /** Max time in ms that a duplicate request waits for the answer of the first request. */
  answerWaitMs?: number;
  /** Upstream time-outs. */
  forwardTimeouts?: { formMs: number; fileMs: number };
  /** Quotas of uploads, in bytes. */
  fileQuotas?: FileQuotas;
  /** Scans uploads, if configured. */
  scan?: VirusScanner;
  /** Handles the leads that are not forwarded to the upstream. */
  leadHandler?: LeadHandler | undefined;
  log: FastifyBaseLogger;
}

const defaultAnswerWaitMs = 12_000;
const sweepSeconds = 15;

/** Composes the lead pipeline, from the form to the CRM. */
export function createLeads(options: LeadsOptions) {
  const { database, jobs, crm, company, log } = options;
  const { leadHandler } = options;
  const store = createLeadStore(database, jobs, leadHandler?.keep);
  const files = createLeadFiles(database, options.fileQuotas);
  const { upstream, upstreamUrl, forwardTimeouts: timeouts = forwardTimeouts } = options;
  const forwarding = { upstream, upstreamUrl, files, timeouts, leadHandler, log };
  return {
    options,
    files,
    accept: createAcceptance({
      ...forwarding,
      store,
      publicUrl: options.publicUrl,
      findCourse: options.findCourse,
      answerWaitMs: options.answerWaitMs ?? defaultAnswerWaitMs,
    }),
    forward: createForwardHandler({ ...forwarding, store }),
    deliver: createDelivery({ store, crm, company, log }),
    pushOptOuts: createOptOutHandler({ database, crm, log }),
    sweep: store.takeUpOverdue,
  };
}

export type Leads = ReturnType<typeof createLeads>;

/**
 * Registers `POST /api/<form>` for all forms, and `POST /api/zoho/<form>` for the twelve forms of the
 * upstream.
 * @param countUnknown counts unknown fields of forms whose body is parsed in the handler
 */
export function leadRoutes(app: FastifyInstance, leads: Leads, countUnknown: CountUnknownFields): void {
  const { accept, files, options } = leads;
  formRoutes(app, accept, options.leadHandler?.form);
  // A separate scope, so that only these routes parse multipart bodies.
  app.register(fileFormRoutes, {
    accept,
    files,
    countUnknown,
    scan: options.scan,
    isSuspect: async (form, submission, sentFrom) => {
      const email = String(submission.values.email).toLowerCase();
      return (await suspicionOf(options.database, { form, email, sentFrom, ...submission })) !== null;
    },
  });
  zohoRoutes(app, options);
}

/** Starts the job handlers. Call in a process that runs jobs. */
export async function startLeadWorkers(leads: Leads): Promise<void> {
  const { options, forward, deliver, pushOptOuts, sweep } = leads;
  const { database, jobs, crm, log, retentionDays } = options;
  await jobs.work('forward-lead', { batchSize: 10, concurrency: 4 }, forward);
  // One job delivers all due leads. Concurrency lets another job start while one hangs.
  await jobs.work('deliver-lead', { batchSize: crm.maxRecords, concurrency: crm.maxCalls }, deliver);
  await jobs.work('push-opt-out', { batchSize: 10, concurrency: 1 }, pushOptOuts);
  await jobs.every('sweep-leads', sweepSeconds, async () => {
    await discardOldFiles(database);
    await sweepOptOuts(database, jobs);
    const found = await sweep();
    if (found.forward + found.deliver > 0) log.warn(found, 'enqueued leads that had no job');
  });
  await jobs.every('erase-leads', '30 3 * * *', async () => {
    // All leads are scanned once a week, when it is Sunday by UTC and Monday in India. On other days, only
    // leads whose id is old enough are scanned.
    const leadsErased = await applyRetention(database, retentionDays, {
      whole: new Date().getUTCDay() === 0,
    });
    await deleteSubmissionIds(database);
    await forgetSenders(database);
    log.info({ leadsErased }, 'retention');
  });
}
