/** Limits of requests and of stored files. */
import type { z } from 'zod';
import { wholeNumber } from './fields.ts';

const mebibyte = 1024 * 1024;

export const limitVariables = {
  FORM_LIMIT_PER_MINUTE: wholeNumber(0)
    .optional()
    .describe(
      'maximum POST requests per network address (for IPv6 the first 64 bits), route, minute and replica; 0 is no limit. Default: 30, in demo 300. Joining waiting lists always has a limit of five requests per network address, day and replica',
    ),
  READ_LIMIT_PER_MINUTE: wholeNumber(0)
    .optional()
    .describe(
      'maximum reads per network address, minute and replica, counted separately for reads that the cache cannot serve and for each route with a token or a certificate number in its path; 0 is no limit. Default: 1200, in demo 60000',
    ),
  UPLOAD_QUOTA_MB: wholeNumber(20)
    .default(2_048)
    .describe('MiB for all stored uploads; an upload that exceeds the quota gets 503 with `Retry-After`'),
  QUARANTINE_QUOTA_MB: wholeNumber(0)
    .default(200)
    .describe('MiB of `UPLOAD_QUOTA_MB` for uploads of suspected spam'),
};

/** Default limits per address and minute. Those of a demo are for tests and benchmarks from one address. */
const limits = {
  demo: { formsPerMinute: 300, readsPerMinute: 60_000 },
  staging: { formsPerMinute: 30, readsPerMinute: 1_200 },
  production: { formsPerMinute: 30, readsPerMinute: 1_200 },
} as const;

type Values = z.output<z.ZodObject<typeof limitVariables>> & { APP_ENV: keyof typeof limits };

export function limitsOf(values: Values) {
  const defaults = limits[values.APP_ENV];
  return {
    /** Max bytes of stored uploads: all, and those of suspected spam. */
    fileQuotas: {
      all: values.UPLOAD_QUOTA_MB * mebibyte,
      quarantined: values.QUARANTINE_QUOTA_MB * mebibyte,
    },
    formsPerMinute: values.FORM_LIMIT_PER_MINUTE ?? defaults.formsPerMinute,
    readsPerMinute: values.READ_LIMIT_PER_MINUTE ?? defaults.readsPerMinute,
  };
}
