import { defineProgram, type Ground, makeFolder, type Program } from './program.ts';
import type { Programs } from './programs.ts';

export interface Etcd {
  /** `host:port`, for Patroni. */
  hosts: string[];
  members: Program[];
  /** Index of the leader; 0 if it is unknown. */
  leader: () => Promise<number>;
}

const answerTimeoutMs = 2_000;

interface Status {
  header?: { member_id?: string };
  leader?: string;
}

async function statusOf(host: string): Promise<Status | undefined> {
  try {
    const response = await fetch(`http://${host}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return (await response.json()) as Status;
  } catch {
    return undefined;
  }
}

/** @param ports two for each member: for clients and for other members */
export function defineEtcd(ground: Ground, programs: Programs, ports: readonly [number, number][]): Etcd {
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const all = ports.map(([, peer], index) => `etcd${index + 1}=${url(peer)}`).join(',');
  const members = ports.map(([client, peer], index) => {
    const name = `etcd${index + 1}`;
    const data = `${makeFolder(ground, name)}/data`;
    const options = {
      name,
      'data-dir': data,
      'listen-client-urls': url(client),
      'advertise-client-urls': url(client),
      'listen-peer-urls': url(peer),
      'initial-advertise-peer-urls': url(peer),
      'initial-cluster': all,
      'initial-cluster-token': 'meridian-failover',
      'log-level': 'warn',
      // For Patroni's lock: see deploy/patroni/patroni.yml.
      'enable-v2': 'true',
    };
    const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    return defineProgram(ground, { name, command: programs.etcd, args });
  });
  const hosts = ports.map(([client]) => `127.0.0.1:${client}`);
  return {
    hosts,
    members,
    async leader() {
      const statuses = await Promise.all(hosts.map(statusOf));
      return Math.max(
        0,
        statuses.findIndex((one) => one?.leader !== undefined && one.leader === one.header?.member_id),
      );
    },
  };
}
