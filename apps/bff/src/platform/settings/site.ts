/** Settings for search engines and for analytics with consent. */
import { z } from 'zod';

/** Meta tag names by service. */
const verificationTags = {
  google: 'google-site-verification',
  facebook: 'facebook-domain-verification',
  bing: 'msvalidate.01',
} as const;
type Service = keyof typeof verificationTags;

const verificationError =
  'must be codes such as google=CODE,facebook=CODE,bing=CODE: each is the `content` of the meta tag of the service';

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
      'codes that prove to Google, Facebook or Bing that the site is yours: `google=CODE,facebook=CODE,bing=CODE`, or only some of them. The codes become meta tags of the home page',
    ),
  GA4_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, { error: 'must be the id of a data stream such as G-ABC123DEF4' })
    .optional()
    .describe(
      'id of a Google Analytics 4 data stream, for visitors who [consent](../how-to/analytics.md): page views and purchases. If neither `GA4_MEASUREMENT_ID` nor `META_PIXEL_ID` is set, visitors are not asked for consent',
    ),
  META_PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, { error: 'must be the id of a pixel, which has only digits' })
    .optional()
    .describe('id of a Meta pixel (data set), which gets the same events with the same consent'),
};

type Values = z.output<z.ZodObject<typeof siteVariables>>;

export function siteSettingsOf({ SITE_VERIFICATION, GA4_MEASUREMENT_ID: ga4, META_PIXEL_ID: meta }: Values) {
  return {
    /** Meta tags of the home page. */
    siteVerification: SITE_VERIFICATION ?? [],
    /** Ids of the analytics services; undefined if none is configured. */
    analytics: ga4 === undefined && meta === undefined ? undefined : { ga4, meta },
  };
}

export type Analytics = NonNullable<ReturnType<typeof siteSettingsOf>['analytics']>;
export type SiteVerification = ReturnType<typeof siteSettingsOf>['siteVerification'];
