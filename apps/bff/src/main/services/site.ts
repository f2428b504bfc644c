/** Composes the site: catalogue, pages, media and files. */

import { readCertificateNumber } from '@meridian/contracts/training/certificate';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Receipts } from '../../enrolment/receipts/receipts.ts';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { Database } from '../../platform/database/database.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import type { Env } from '../../platform/settings/env.ts';
import { companyLine } from '../../platform/settings/supplier.ts';
import { createCatalogue } from '../../site/catalogue/catalogue.ts';
import { createMedia } from '../../site/catalogue/media.ts';
import { createAnalyticsFrame } from '../../site/pages/analytics-frame.ts';
import { loadAssets } from '../../site/pages/assets.ts';
import { createPages } from '../../site/pages/pages.ts';
import { createSiteInstance, reloadInstance } from '../../site/pages/site-instance.ts';
import { loadWebBundle } from '../../site/pages/web-bundle.ts';
import { openPurges, type Purges } from '../../site/purge/purge.ts';
import { createCourseNames } from '../../site/visits/known-courses.ts';
import { createVisits } from '../../site/visits/visits.ts';
import type { Certificates } from '../../training/certificates/certificates.ts';
import type { ClassLists } from '../../training/classes/class-list.ts';
import type { Feedback } from '../../training/feedback/feedback.ts';
import type { Services } from '../app.ts';
import { createSaleState } from './sale-state.ts';

/** Dependencies of the site besides the services of every role. */
interface SiteDependencies {
  env: Env;
  log: FastifyBaseLogger;
  headers: ReturnType<typeof securityHeaders>;
  metrics: Metrics;
  database: Kysely<Database>;
  receipts: Pick<Receipts, 'read'>;
  classLists: Pick<ClassLists, 'read'>;
  certificates: Pick<Certificates, 'read'>;
  feedback: Pick<Feedback, 'read'>;
  provider: Pick<PaymentProvider, 'browser'>;
  upstream: UpstreamClient;
  /** Resolves once the tables exist. */
  prepared: Promise<void>;
  /** Finds a course by its id. Never throws. */
  findCourse: (courseId: number) => Promise<{ name: string } | undefined>;
}

export type SitePart =
  | 'pages'
  | 'instance'
  | 'analyticsFrame'
  | 'assets'
  | 'catalogue'
  | 'media'
  | 'purges'
  | 'visits';

/** Opens catalogue, pages and files; only for roles that serve the site. */
export async function openSite({
  env,
  log,
  headers,
  metrics,
  database,
  receipts,
  classLists,
  certificates,
  feedback,
  provider,
  upstream,
  prepared,
  findCourse,
}: SiteDependencies): Promise<Pick<Services, SitePart> & { purges: Purges }> {
  const { upstreamUrl, publicUrl, databaseUrl, databaseDirectUrl: directUrl } = env;
  const web = await loadWebBundle(env.webDir);
  const { loader, styles } = web.inline;
  const robots: Record<string, string> = env.isListed ? {} : { 'x-robots-tag': 'noindex' };
  const instance = createSiteInstance(env.instanceFolder, web, (style) => {
    const { document, checkout, media } = securityHeaders(env, {
      scripts: [loader],
      styles: [...styles.values(), ...(style ? [style] : [])],
    });
    return { document: { ...document, ...robots }, checkout: { ...checkout, ...robots }, media };
  });
  const state = createSaleState(database, log);
  await state.refresh();
  const catalogue = createCatalogue({
    upstream,
    upstreamUrl,
    terms: state.terms,
    references: () => instance.current().references,
    headers: headers.api,
    log,
    onResult: (result) => metrics.observeCache('reads', result),
    onEmptied: metrics.countEmptiedHtml,
  });
  const media = createMedia({
    upstreamUrl,
    timeoutMs: env.upstreamSubmitTimeoutMs,
    headers: headers.media,
    log,
    onResult: (result) => metrics.observeCache('media', result),
  });
  const pages = createPages({
    web,
    catalogue,
    instance,
    readReceipt: receipts.read,
    readClassList: classLists.read,
    readFeedback: feedback.read,
    readCertificate: async (typed) => {
      const number = readCertificateNumber(typed);
      return number === undefined ? undefined : certificates.read(number);
    },
    publicUrl,
    sales: state.sales,
    company: companyLine(env.supplier),
    paymentWidgetUrl: provider.browser.scriptUrl,
    fileHeaders: headers.media,
    analytics: env.analytics,
    siteVerification: env.siteVerification,
    log,
    onResult: (result) => metrics.observeCache('pages', result),
  });
  const assets = await loadAssets({
    clientDir: web.clientDir,
    archiveDir: env.assetsKeepDir,
    headers: headers.media,
    log,
  });
  const listenUrl = directUrl ?? databaseUrl;
  const purges = await openPurges({
    site: { catalogue, pages, media },
    database,
    databaseUrl: listenUrl,
    refreshState: state.refresh,
    log,
    reloadInstance: () => reloadInstance(instance, log),
  });
  // If the site started without the database, refreshes the pages once the database is available.
  prepared.then(state.refresh).then(pages.refreshAll, () => undefined);
  const visits = createVisits({
    database,
    findCourse: createCourseNames({ catalogue, findById: findCourse }),
    countStep: metrics.countStep,
    countVital: metrics.countVital,
    countLost: metrics.countLostVisits,
    log,
  });
  const analyticsFrame = env.analytics && createAnalyticsFrame(env, env.analytics, web.manifest);
  return { catalogue, instance, media, assets, pages, analyticsFrame, purges, visits };
}
