import { connect } from 'node:tls';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, reasonOf, warning } from '../../finding.ts';
import { publicHosts } from './domain.ts';
import { adviceInside, unlessReached } from './reached.ts';

const timeoutMs = 5_000;
const dayMs = 24 * 60 * 60_000;
/** Let's Encrypt renews thirty days before the end. */
const minDays = 14;

/** @returns until when the certificate is valid @throws where there is no TLS, or with a certificate that browsers refuse */
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
      `The certificate of ${url.host} is valid for ${days} more days`,
      'See the log of the proxy: it should have renewed it, for which port 80 must be open.',
    );
  } catch (error) {
    const isAway = error instanceof Error && 'code' in error && noListener.includes(String(error.code));
    const found = isAway
      ? warning(
          `Nobody answers at ${url.host}: ${reasonOf(error)}`,
          `Start the proxy and open port 443. ${adviceInside}`,
        )
      : fault(
          `Browsers refuse the certificate of ${url.host}: ${reasonOf(error)}`,
          'See the log of the proxy: it needs a name that leads to it and an open port 80 to get a certificate.',
        );
    return unlessReached(context, found, url.host);
  }
}

/** Site and console have certificates that browsers take, and that do not end soon. */
export async function checkCertificate(context: DoctorContext): Promise<Finding> {
  const hosts = publicHosts(context.settings());
  const findings = await Promise.all(hosts.map((url) => findingOf(context, url)));
  const bad =
    findings.find(({ state }) => state === 'fault') ?? findings.find(({ state }) => state === 'warning');
  if (bad) return bad;
  return ok(
    findings.length === 0 ? 'No address with TLS is set' : findings.map(({ text }) => text).join('; '),
  );
}
