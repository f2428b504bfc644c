/** What the site tells search engines and, with consent, counts elsewhere. */
import { z } from 'zod';

/** Names of the meta tags by service. */
const verificationTags = {
  google: 'google-site-verification',
  facebook: 'facebook-domain-verification',
  bing: 'msvalidate.01',
} as const;
type Service = keyof typeof verificationTags;

const verificationError =
  'must be codes such as google=CODE,facebook=CODE,bing=CODE: what the service has as `content` of its meta tag';

const verification = z
  .string()
  .regex(/^(?:(?:google|facebook|bing)=[\w+/=.-]{1,200}(?:\s*,\s*(?!$)|$))+$/, { error: verificationError })
  .transform((text) =>
    text.split(/\s*,\s*/).map((pair) => {
      const at = pair.indexOf('=');
      return { name: verificationTags[pair.slice(0, at) as Service], content: pair.slice(at + 1) };
    }),
  );

export const siteVariables = {
  SITE_VERIFICATION: verification
    .optional()
    .describe(
      'proves to search engines whose site it is: `google=CODE,facebook=CODE,bing=CODE`, any of them. The home page has the meta tags',
    ),
  GA4_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, { error: 'must be the id of a data stream such as G-ABC123DEF4' })
    .optional()
    .describe(
      'Google Analytics 4, for visitors who [consent](../how-to/analytics.md): page views and purchases. Without it and `META_PIXEL_ID` nobody is asked',
    ),
  META_PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, { error: 'must be the digits of a pixel' })
    .optional()
    .describe('a pixel (data set) of Meta, in the same way'),
};

type Values = z.output<z.ZodObject<typeof siteVariables>>;

export function siteSettingsOf({ SITE_VERIFICATION, GA4_MEASUREMENT_ID: ga4, META_PIXEL_ID: meta }: Values) {
  return {
    /** Meta tags of the home page. */
    siteVerification: SITE_VERIFICATION ?? [],
    /** Ids of services that count by consent; undefined: there are none. */
    analytics: ga4 === undefined && meta === undefined ? undefined : { ga4, meta },
  };
}

export type Analytics = NonNullable<ReturnType<typeof siteSettingsOf>['analytics']>;
export type SiteVerification = ReturnType<typeof siteSettingsOf>['siteVerification'];
