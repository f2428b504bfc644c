/** Checks that depend on `APP_ENV`. */
import { isEncrypted, isStandIn } from './fields.ts';

interface AppEnvValues {
  APP_ENV: 'demo' | 'staging' | 'production';
  PUBLIC_URL: string | undefined;
  DATABASE_URL: string;
  DATABASE_DIRECT_URL: string | undefined;
  DATABASE_OWNER_URL: string | undefined;
  DATABASE_CONSOLE_URL: string | undefined;
  UPSTREAM_URL: string;
  ALLOW_PLAINTEXT: readonly ('upstream' | 'database')[];
  RAZORPAY_KEY_ID: string;
  RAZORPAY_WEBHOOK_SECRET: string;
  RAZORPAY_API_URL: string;
  RAZORPAY_CHECKOUT_URL: string;
  ZOHO_ACCOUNTS_URL: string;
}

/** Min characters. A shorter secret can be found by brute force from one signed event. */
const minSecretLength = 16;
const onPrivateNetwork = 'where the network between is private';

/**
 * Checks that production, and only production, has a live key, and that production has no stand-ins, only
 * encrypted connections unless allowed, and a long webhook secret.
 * @param values the valid settings; the others are already reported
 */
export function appEnvFaults(values: Partial<AppEnvValues>): string[] {
  const faults: string[] = [];
  if (values.APP_ENV === undefined) return faults;
  const live = values.RAZORPAY_KEY_ID?.startsWith('rzp_live_');
  if (values.APP_ENV !== 'production') {
    if (live) faults.push(`RAZORPAY_KEY_ID: a live key is for APP_ENV=production only`);
    return faults;
  }
  if (live === false) faults.push('RAZORPAY_KEY_ID: production needs a live key (rzp_live_…)');
  for (const name of ['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL', 'ZOHO_ACCOUNTS_URL'] as const) {
    const url = values[name];
    if (url === undefined) continue;
    if (isStandIn(url)) faults.push(`${name}: a stand-in is not allowed in production`);
    else if (!url.startsWith('https:')) faults.push(`${name}: production needs https`);
  }
  const allowed = values.ALLOW_PLAINTEXT ?? [];
  if (values.UPSTREAM_URL?.startsWith('http:') && !allowed.includes('upstream'))
    faults.push(`UPSTREAM_URL: production needs https, or ALLOW_PLAINTEXT=upstream ${onPrivateNetwork}`);
  const addresses = [
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_CONSOLE_URL',
  ] as const;
  for (const name of addresses) {
    const url = values[name];
    if (url && !isEncrypted(url) && !allowed.includes('database'))
      faults.push(
        `${name}: production needs sslmode=verify-full, or ALLOW_PLAINTEXT=database ${onPrivateNetwork}`,
      );
  }
  if ((values.RAZORPAY_WEBHOOK_SECRET?.length ?? minSecretLength) < minSecretLength)
    faults.push(`RAZORPAY_WEBHOOK_SECRET: production needs at least ${minSecretLength} characters`);
  if (values.PUBLIC_URL?.startsWith('https:') === false) faults.push('PUBLIC_URL: production needs https');
  return faults;
}
