/** HAProxy in front of the database, and another HAProxy in front of the web replicas. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineProgram, type Ground, makeFolder, type Program } from './program.ts';
import type { Programs } from './programs.ts';

/** The sample configuration for operators. */
const databaseSample = resolve(import.meta.dirname, '../../../deploy/patroni/haproxy.cfg');

export function defineDatabaseProxy(
  ground: Ground,
  programs: Programs,
  port: number,
  members: readonly { postgresPort: number; restPort: number }[],
): Program {
  const nodes = members.flatMap(({ postgresPort, restPort }, index) => [
    [`NODE${index + 1}`, `127.0.0.1:${postgresPort}`],
    [`NODE${index + 1}_REST_PORT`, String(restPort)],
  ]);
  return defineProgram(ground, {
    name: 'haproxy-database',
    command: programs.haproxy,
    args: ['-db', '-f', databaseSample],
    env: { DATABASE_ADDRESS: `127.0.0.1:${port}`, ...Object.fromEntries(nodes) },
  });
}

/**
 * The proxy never resends a form. If a page gets no answer from a replica, the proxy requests it from the other replica.
 * If no replica passes its health check in time (on a machine short of CPU), requests go to all replicas: a late page
 * is better than a 503.
 */
const siteConfiguration = (port: number, replicas: readonly number[]) => `
global
    log stdout format raw local0 warning
defaults
    mode http
    log global
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    timeout check 1s
    retries 3
    option redispatch 1
listen site
    bind 127.0.0.1:${port}
    option httpchk GET /readyz
    option allbackups
    retry-on conn-failure empty-response
    http-request disable-l7-retry if METH_POST
    default-server inter 500ms fall 2 rise 1
${replicas.map((replica, index) => `    server web${index + 1} 127.0.0.1:${replica} check`).join('\n')}
${replicas.map((replica, index) => `    server unchecked${index + 1} 127.0.0.1:${replica} backup`).join('\n')}
`;

export function defineSiteProxy(
  ground: Ground,
  programs: Pick<Programs, 'haproxy'>,
  port: number,
  replicas: readonly number[],
): Program {
  const name = 'haproxy-site';
  const file = join(makeFolder(ground, name), 'haproxy.cfg');
  writeFileSync(file, siteConfiguration(port, replicas));
  return defineProgram(ground, { name, command: programs.haproxy, args: ['-db', '-f', file] });
}
