/** Everything that the application works with, made from its settings. */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Services } from './app.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { createMedia } from './catalogue/media.ts';
import { createCheckout, startCheckoutWorkers } from './checkout/checkout.ts';
import { checkoutSettings } from './checkout/dependencies.ts';
import { createRazorpayClient } from './checkout/razorpay-client.ts';
import { openDatabase } from './database/database.ts';
import { isMigrated, migrate } from './database/migrate.ts';
import { loadAssets } from './documents/assets.ts';
import { createDocuments } from './documents/documents.ts';
import { loadWebBundle } from './documents/web-bundle.ts';
import type { Env } from './env.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createJobs } from './jobs/jobs.ts';
import { createLeads, startLeadWorkers } from './leads/leads.ts';
import { createUpstreamClient } from './upstream/upstream-client.ts';

const razorpayTimeoutMs = 10_000;

function createUpstream(env: Env, metrics: Metrics) {
  let state: 'up' | 'down' | 'unknown' = 'unknown';
  const client = createUpstreamClient({
    baseUrl: env.upstreamUrl,
    timeoutMs: env.upstreamTimeoutMs,
    submitTimeoutMs: env.upstreamSubmitTimeoutMs,
    onCall(call) {
      state = call.result === 'answered' ? 'up' : 'down';
      metrics.observeCall(call);
    },
  });
  return { client, state: () => state };
}

export interface RunningServices {
  /** What `buildApp` needs beside the web part. */
  core: Omit<Services, 'documents' | 'assets' | 'catalogue' | 'media'>;
  /** The reads and the pages; only for roles that serve the site. */
  openSite(): Promise<Pick<Services, 'documents' | 'assets' | 'catalogue' | 'media'>>;
  startWorkers(): Promise<void>;
  /** Gives jobs back and closes the database. @param timeoutMs how long jobs under way may take */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Opens database and queue and makes the capabilities.
 * @param stopping true from the beginning of an orderly stop
 * @throws where the database cannot be reached or brought up to date
 */
export async function openServices(
  env: Env,
  log: FastifyBaseLogger,
  stopping: () => boolean,
): Promise<RunningServices> {
  const metrics = createMetrics();
  const headers = await securityHeaders(env);
  const upstream = createUpstream(env, metrics);
  const database = openDatabase(env.databaseUrl, {
    onError: (error) => log.warn({ err: error }, 'the database ended an idle connection'),
  });
  const jobs = createJobs({ databaseUrl: env.databaseUrl, log });
  try {
    await migrate(database);
    await jobs.start();
  } catch (error) {
    await database.destroy();
    throw error;
  }

  const leads = createLeads({
    database,
    jobs,
    upstream: upstream.client,
    upstreamUrl: env.upstreamUrl,
    publicUrl: env.publicUrl,
    zoho: env.zoho,
    company: env.crmCompany,
    retentionDays: env.retentionDays,
    log,
  });
  const { keyId, keySecret, apiUrl } = env.razorpay;
  const checkout = createCheckout({
    database,
    jobs,
    upstream: upstream.client,
    razorpay: createRazorpayClient({ keyId, keySecret, apiUrl, timeoutMs: razorpayTimeoutMs }),
    settings: checkoutSettings(env),
    log,
    publicUrl: env.publicUrl,
  });

  let migrated = false;
  async function databaseReady(): Promise<boolean> {
    await sql`select 1`.execute(database);
    migrated ||= await isMigrated(database);
    return migrated;
  }

  return {
    core: {
      env,
      log,
      headers,
      metrics,
      health: { databaseReady, upstreamState: upstream.state, stopping },
      leads,
      checkout,
    },
    async openSite() {
      const { upstreamUrl, publicUrl } = env;
      const web = await loadWebBundle(env.webDir);
      const catalogue = createCatalogue({
        upstream: upstream.client,
        upstreamUrl,
        headers: headers.api,
        log,
        onResult: (result) => metrics.observeCache('reads', result),
      });
      return {
        catalogue,
        media: createMedia({
          upstreamUrl,
          timeoutMs: env.upstreamSubmitTimeoutMs,
          headers: headers.media,
          log,
          onResult: (result) => metrics.observeCache('media', result),
        }),
        assets: await loadAssets({
          clientDir: web.clientDir,
          keepDir: env.assetsKeepDir,
          headers: headers.document,
          log,
        }),
        documents: createDocuments({
          web,
          catalogue,
          publicUrl,
          paymentWidgetUrl: env.razorpay.checkoutUrl,
          headers: headers.document,
          log,
          onResult: (result) => metrics.observeCache('documents', result),
        }),
      };
    },
    async startWorkers() {
      await startLeadWorkers(leads);
      await startCheckoutWorkers({ jobs, checkout, log });
    },
    async close(timeoutMs) {
      await checkout.idle();
      await jobs.stop(timeoutMs);
      await database.destroy();
    },
  };
}
