import { isIP } from 'node:net';
import type { Env } from '../../../../platform/settings/env.ts';
import type { DoctorContext } from '../../check.ts';
import { recordsOf } from '../../dns.ts';
import { type Finding, fault, ok, reasonOf, warning } from '../../finding.ts';

/** @returns the URLs of site and console that use https */
export function publicHosts({ publicUrl, console: known }: Pick<Env, 'publicUrl' | 'console'>): URL[] {
  return [publicUrl, known?.url]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url))
    .filter(({ protocol }) => protocol === 'https:');
}

/** Checks that the host names of site and console resolve to an address. */
export async function checkDomain({ settings, dns }: DoctorContext): Promise<Finding> {
  const names = publicHosts(settings())
    .map(({ hostname }) => hostname)
    .filter((name) => isIP(name) === 0);
  const found = await Promise.all(
    names.map(async (name) => {
      const addresses = await Promise.all([
        recordsOf(() => dns.resolve4(name)),
        recordsOf(() => dns.resolve6(name)),
      ]);
      return { name, addresses: addresses.flat() };
    }),
  ).catch(reasonOf);
  if (typeof found === 'string')
    return warning(
      `The DNS does not answer: ${found}`,
      'Check the DNS resolver of this machine (/etc/resolv.conf), and try again.',
    );
  const missing = found.filter(({ addresses }) => addresses.length === 0).map(({ name }) => name);
  if (missing.length > 0)
    return fault(
      `${missing.join(' and ')} ${missing.length === 1 ? 'has' : 'have'} no address in the DNS`,
      'Add an A record with the IP address of your server where the domain is registered, or correct PUBLIC_URL and CONSOLE_URL.',
    );
  if (found.length === 0) return ok('No public host name is set');
  return ok(found.map(({ name, addresses }) => `${name} resolves to ${addresses.join(', ')}`).join('; '));
}
