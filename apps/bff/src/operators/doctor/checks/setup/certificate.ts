import { connect } from 'node:tls';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, reasonOf, warning } from '../../finding.ts';
import { publicHosts } from './domain.ts';
import { adviceInside, unlessReached } from './reached.ts';

const timeoutMs = 5_000;
const dayMs = 24 * 60 * 60_000;
/**
 * Min remaining days. Proxies renew Let's Encrypt certificates thirty days before the expiry, so fewer than
 * 14 remaining days mean that the renewal failed.
 */
const minDays = 14;

/**
 * @returns when the certificate expires
 * @throws Error if there is no TLS, or browsers refuse the certificate
 */
function readCertificate({ hostname, port }: URL): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port || 443), servername: host, timeout: timeoutMs }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.on('timeout', () => socket.destroy(new Error('no answer within five seconds')));
    socket.on('error', reject);
  });
}

const noListener = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET'];

async function findingOf(context: DoctorContext, url: URL): Promise<Finding> {
  try {
    const until = await readCertificate(url);
    const days = Math.floor((until.getTime() - Date.now()) / dayMs);
    if (days >= minDays) return ok(`${url.host}: valid for ${days} days`);
    return warning(
      `The certificate of ${url.host} is valid for ${days} more ${days === 1 ? 'day' : 'days'}`,
      'See the log of the proxy, which should have renewed the certificate. Port 80 must be open for that.',
    );
  } catch (error) {
    const isAway = error instanceof Error && 'code' in error && noListener.includes(String(error.code));
    const found = isAway
      ? warning(
          `${url.host} does not answer: ${reasonOf(error)}`,
          `Start the proxy and open port 443. ${adviceInside}`,
        )
      : fault(
          `Browsers refuse the certificate of ${url.host}: ${reasonOf(error)}`,
          'See the log of the proxy. To get a certificate, the proxy needs a host name that resolves to it, and an open port 80.',
        );
    return unlessReached(context, found, url.host);
  }
}

/** Checks that site and console have certificates that browsers accept and that do not expire soon. */
export async function checkCertificate(context: DoctorContext): Promise<Finding> {
  const hosts = publicHosts(context.settings());
  const findings = await Promise.all(hosts.map((url) => findingOf(context, url)));
  const bad =
    findings.find(({ state }) => state === 'fault') ?? findings.find(({ state }) => state === 'warning');
  if (bad) return bad;
  return ok(
    findings.length === 0
      ? 'Neither PUBLIC_URL nor CONSOLE_URL uses https'
      : findings.map(({ text }) => text).join('; '),
  );
}
