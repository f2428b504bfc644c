import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { CrmProvider } from '../crm/provider.ts';
import type { Database } from '../database/database.ts';
import type { CountUnknownFields } from '../http/unknown-fields.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createAcceptance } from './acceptance/acceptance.ts';
import type { FindCourse } from './acceptance/course-lookup.ts';
import { isSuspect } from './acceptance/spam-check.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createForwardHandler } from './forward/forward-handler.ts';
import { forwardTimeouts, type LeadUpstream } from './forward/forward-lead.ts';
import type { LeadTaker } from './forward/lead-taker.ts';
import { fileFormRoutes } from './routes/file-form-routes.ts';
import { formRoutes } from './routes/form-routes.ts';
import { zohoRoutes } from './routes/zoho-routes.ts';
import { createLeadStore } from './store/lead-store.ts';
import { applyRetention } from './store/retention.ts';
import { discardOldFiles, type FileQuotas } from './uploads/file-quota.ts';
import { createLeadFiles } from './uploads/lead-files.ts';
import type { VirusScanner } from './uploads/virus-scan.ts';

export interface LeadsOptions {
  database: Kysely<Database>;
  jobs: Jobs;
  upstream: LeadUpstream;
  upstreamUrl: string;
  publicUrl: string;
  /** Names the course of a lead that knows only its id. */
  findCourse: FindCourse;
  crm: CrmProvider;
  /** The provider's own name in the CRM. */
  company: string;
  /** Personal data of delivered leads is erased after so many days. */
  retentionDays: number;
  /** A second request for a submission under way waits this long for the first one's answer. */
  answerWaitMs?: number;
  /** Longest waits for the upstream. */
  forwardTimeouts?: { formMs: number; fileMs: number };
  /** Bytes that uploads may take. */
  fileQuotas?: FileQuotas;
  /** Asked about each upload, where there is one. */
  scan?: VirusScanner;
  /** Takes the leads that the upstream is not told of. */
  taker?: LeadTaker | undefined;
  log: FastifyBaseLogger;
}

const defaultAnswerWaitMs = 12_000;
const sweepSeconds = 15;

/** The path of a lead from the form to the CRM, all parts joined. */
export function createLeads(options: LeadsOptions) {
  const { database, jobs, crm, company, log } = options;
  const { taker } = options;
  const store = createLeadStore(database, jobs, taker?.keep);
  const files = createLeadFiles(database, options.fileQuotas);
  const { upstream, upstreamUrl, forwardTimeouts: timeouts = forwardTimeouts } = options;
  const forwarding = { upstream, upstreamUrl, files, timeouts, taker, log };
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
    sweep: store.takeUpOverdue,
  };
}

export type Leads = ReturnType<typeof createLeads>;

/**
 * `POST /api/<form>` and `POST /api/zoho/<form>` for the twelve forms.
 * @param countUnknown for the forms whose body is read within their handler
 */
export function leadRoutes(app: FastifyInstance, leads: Leads, countUnknown: CountUnknownFields): void {
  const { accept, files, options } = leads;
  formRoutes(app, accept, options.taker?.form);
  // Of its own scope, so that only these routes read multipart bodies.
  app.register(fileFormRoutes, {
    accept,
    files,
    countUnknown,
    scan: options.scan,
    isSuspect: (form, submission) => isSuspect(options.database, form, submission),
  });
  zohoRoutes(app, options);
}

/** Starts what works in the background, in processes whose role has workers. */
export async function startLeadWorkers(leads: Leads): Promise<void> {
  const { options, forward, deliver, sweep } = leads;
  const { database, jobs, crm, log, retentionDays } = options;
  await jobs.work('forward-lead', { batchSize: 10, concurrency: 4 }, forward);
  // One job begins a run; when it is held up by a call that hangs, the next job begins another.
  await jobs.work('deliver-lead', { batchSize: crm.maxRecords, concurrency: crm.maxCalls }, deliver);
  await jobs.every('sweep-leads', sweepSeconds, async () => {
    await discardOldFiles(database);
    const found = await sweep();
    if (found.forward + found.deliver > 0) log.warn(found, 'leads without a job were taken up');
  });
  await jobs.every('erase-leads', '30 3 * * *', async () => {
    const leadsErased = await applyRetention(database, retentionDays);
    log.info({ leadsErased }, 'retention');
  });
}
