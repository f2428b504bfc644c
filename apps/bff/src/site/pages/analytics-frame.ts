/** The document in which Google Analytics and Meta's pixel run, for visitors who consented. */
import type { StoredAnswer } from '../../platform/cache/send-stored.ts';
import { storeBody } from '../../platform/cache/stored-body.ts';
import { analyticsHeaders, type SecuritySettings } from '../../platform/http/security-headers.ts';
import type { Analytics } from '../../platform/settings/site.ts';
import type { Manifest } from './web-bundle.ts';

/** Path that `apps/web/src/features/analytics/consent.ts` opens. */
export const analyticsFramePath = '/analytics-frame';

/** @returns the URL of an analytics script of the web app; undefined in development, where there is none */
export function scriptOf(manifest: Manifest, name: 'consent' | 'frame'): string | undefined {
  const { file } = manifest[`src/features/analytics/${name}.ts`] ?? {};
  return file && `/${file}`;
}

/** @returns the names of the services, for the script that asks for consent */
export const servicesOf = (analytics: Analytics): string[] =>
  Object.entries(analytics).flatMap(([name, id]) => (id === undefined ? [] : [name]));

/** @param analytics ids of the services; their characters need no escaping */
export function createAnalyticsFrame(
  settings: Pick<SecuritySettings, 'appEnv' | 'hstsSubdomains'>,
  analytics: Analytics,
  manifest: Manifest,
): StoredAnswer | undefined {
  const script = scriptOf(manifest, 'frame');
  if (script === undefined) return undefined;
  const { ga4, meta } = analytics;
  const html = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<title>Analytics</title>
${ga4 === undefined ? '' : `<meta name="ga4" content="${ga4}">\n`}${meta === undefined ? '' : `<meta name="meta-pixel" content="${meta}">\n`}<script type="module" src="${script}"></script>
</head>
</html>
`;
  return {
    ...storeBody(Buffer.from(html)),
    statusCode: 200,
    headers: {
      ...analyticsHeaders(settings, analytics),
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
    },
  };
}
