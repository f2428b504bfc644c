import { connect } from 'node:tls';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, reasonOf, warning } from '../../finding.ts';
import { publicHosts } from './domain.ts';

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

async function findingOf(url: URL): Promise<Finding> {
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
    if (isAway)
      return warning(
        `Nobody answers at ${url.host}: ${reasonOf(error)}`,
        'Start the proxy and open port 443. The address may be unreachable from inside the network.',
      );
    return fault(
      `Browsers refuse the certificate of ${url.host}: ${reasonOf(error)}`,
      'See the log of the proxy: it needs a name that leads to it and an open port 80 to get a certificate.',
    );
  }
}

/** Site and console have certificates that browsers take, and that do not end soon. */
export async function checkCertificate({ settings }: DoctorContext): Promise<Finding> {
  const findings = await Promise.all(publicHosts(settings()).map(findingOf));
  const bad =
    findings.find(({ state }) => state === 'fault') ?? findings.find(({ state }) => state === 'warning');
  if (bad) return bad;
  return ok(
    findings.length === 0 ? 'No address with TLS is set' : findings.map(({ text }) => text).join('; '),
  );
}
