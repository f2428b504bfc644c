import type { DoctorContext } from '../../check.ts';
import { recordsOf } from '../../dns.ts';
import { type Finding, ok, reasonOf, warning } from '../../finding.ts';

/** Domain of `Name <address>` or of an address. */
const domainOf = (from: string): string => from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');

/**
 * `mail.example.com` → itself and `example.com`: a DMARC record of the parent domain also applies to its
 * subdomains.
 */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'));
}

/** @returns the fault of the SPF record with its advice; undefined if there is none (RFC 7208) */
function spfFault(domain: string, records: readonly string[]): [text: string, advice: string] | undefined {
  const found = records.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
  const [first = ''] = found;
  if (found.length === 0)
    return [
      `${domain} has no SPF record, so mail servers may refuse your emails`,
      `Add a TXT record of ${domain} such as "v=spf1 include:PROVIDER -all", with the value from your mail provider.`,
    ];
  if (found.length > 1)
    return [
      `${domain} has ${found.length} SPF records, so all of them are ignored`,
      'Merge them into one TXT record.',
    ];
  if (/\s\+?all\b/i.test(first))
    return [
      `The SPF record of ${domain} allows every server to send in your name`,
      'Let the record end with "-all" or "~all".',
    ];
  return undefined;
}

/** @returns the fault of the DKIM key with its advice; undefined if there is none (RFC 6376) */
function dkimFault(name: string, records: readonly string[]): [text: string, advice: string] | undefined {
  const found = records.find((text) => /(?:^|;)\s*p=/i.test(text));
  const advice = 'Copy the record from your mail provider, and check MAIL_DKIM_SELECTOR.';
  if (found === undefined) return [`${name} has no DKIM key`, advice];
  if (/(?:^|;)\s*p=\s*(?:;|$)/i.test(found))
    return [`The DKIM key at ${name} is revoked: it is empty`, advice];
  return undefined;
}

/** @returns the fault of the DMARC record with its advice; undefined if there is none (RFC 7489) */
function dmarcFault(domain: string, records: readonly string[]): [text: string, advice: string] | undefined {
  const found = records.find((text) => /^v=DMARC1\b/i.test(text));
  if (found === undefined)
    return [
      `${domain} has no DMARC record`,
      `Add a TXT record of _dmarc.${domain} such as "v=DMARC1; p=quarantine; rua=mailto:ADDRESS".`,
    ];
  if (!/;\s*p=(?:none|quarantine|reject)\b/i.test(found))
    return [
      `The DMARC record of ${domain} has no policy`,
      'Add p=none, p=quarantine or p=reject right after v=DMARC1.',
    ];
  return undefined;
}

/**
 * Checks SPF, DKIM and DMARC of the sender's domain. Without these records, emails may arrive as spam or not
 * at all.
 */
export async function checkSenderDomain({ settings, dns }: DoctorContext): Promise<Finding> {
  const { mail, appEnv } = settings();
  if (!mail || appEnv === 'demo') return ok('Not needed: no emails are sent to real people');
  const domain = domainOf(mail.from);
  const texts = async (name: string): Promise<string[]> =>
    (await recordsOf(() => dns.resolveTxt(name))).map((parts) => parts.join(''));
  try {
    const spf = spfFault(domain, await texts(domain));
    if (spf) return warning(...spf);
    if (mail.dkimSelector === undefined)
      return warning(
        'MAIL_DKIM_SELECTOR is not set, so the DKIM key cannot be checked',
        'Set it to the selector from your mail provider: the part before ._domainkey in the name of the DKIM record.',
      );
    const key = `${mail.dkimSelector}._domainkey.${domain}`;
    const dkim = dkimFault(key, await texts(key));
    if (dkim) return warning(...dkim);
    const policies = await Promise.all(withParents(domain).map((name) => texts(`_dmarc.${name}`)));
    const dmarc = dmarcFault(domain, policies.flat());
    return dmarc ? warning(...dmarc) : ok(`${domain} has SPF, a DKIM key and DMARC`);
  } catch (error) {
    return warning(
      `The DNS does not answer: ${reasonOf(error)}`,
      'Check the DNS resolver of this machine (/etc/resolv.conf), and try again.',
    );
  }
}
