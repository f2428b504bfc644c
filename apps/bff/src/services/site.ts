/** Composes the site: catalogue, pages, media and files. */

import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Services } from '../app.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { createMedia } from '../catalogue/media.ts';
import type { Checkout } from '../checkout/checkout.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { Metrics } from '../observability/metrics.ts';
import { loadAssets } from '../pages/assets.ts';
import { createPages } from '../pages/pages.ts';
import { loadWebBundle } from '../pages/web-bundle.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { openPurges, type Purges } from '../purge/purge.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';
import { createCourseNames } from '../visits/known-courses.ts';
import { createVisits } from '../visits/visits.ts';

/** What the site needs besides the services that every role has. */
interface SiteDependencies {
  env: Env;
  log: FastifyBaseLogger;
  headers: ReturnType<typeof securityHeaders>;
  metrics: Metrics;
  database: Kysely<Database>;
  checkout: Pick<Checkout, 'receipt'>;
  provider: Pick<PaymentProvider, 'browser'>;
  upstream: UpstreamClient;
  /** By its id. Never throws. */
  findCourse: (courseId: number) => Promise<{ name: string } | undefined>;
}

export type SitePart = 'pages' | 'assets' | 'catalogue' | 'media' | 'purges' | 'visits';

/** Opens catalogue, pages and files; only for roles that serve the site. */
export async function openSite({
  env,
  log,
  headers,
  metrics,
  database,
  checkout,
  provider,
  upstream,
  findCourse,
}: SiteDependencies): Promise<Pick<Services, SitePart> & { purges: Purges }> {
  const { upstreamUrl, publicUrl, databaseUrl, databaseDirectUrl: directUrl } = env;
  const web = await loadWebBundle(env.webDir);
  const { loader, styles, pageStyles } = web.inline;
  // The part of the site's sheet that a page carries is allowed in its own policy.
  const others = [...styles].filter(([address]) => address !== pageStyles?.sheet);
  const inline = { scripts: [loader], styles: others.map(([, text]) => text) };
  const { document: documentHeaders, checkout: checkoutHeaders } = securityHeaders(env, inline);
  const catalogue = createCatalogue({
    upstream,
    upstreamUrl,
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
    readReceipt: checkout.receipt,
    publicUrl,
    paymentWidgetUrl: provider.browser.scriptUrl,
    headers: documentHeaders,
    checkoutHeaders,
    fileHeaders: headers.media,
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
    log,
  });
  const visits = createVisits({
    database,
    findCourse: createCourseNames({ catalogue, findById: findCourse }),
    countStep: metrics.countStep,
    countVital: metrics.countVital,
    countLost: metrics.countLostVisits,
    log,
  });
  return { catalogue, media, assets, pages, purges, visits };
}
