/** The members: PostgreSQL under Patroni. */
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { defineProgram, type Ground, makeFolder, type Program } from './program.ts';
import type { Programs } from './programs.ts';

/** The sample configuration for operators, so that the recommended settings are tested. */
const sample = resolve(import.meta.dirname, '../../../deploy/patroni/patroni.yml');
const answerTimeoutMs = 1_000;
const switchTimeoutMs = 30_000;

export interface Member {
  name: string;
  postgresPort: number;
  restPort: number;
  /** Process group of Patroni and its PostgreSQL. */
  program: Program;
  /** Whether the member has the leader's lock and accepts writes. */
  leads: () => Promise<boolean>;
}

export interface Passwords {
  superuser: string;
  replication: string;
  rewind: string;
}

export function defineMembers(
  ground: Ground,
  programs: Programs,
  settings: { ports: readonly [number, number][]; etcdHosts: readonly string[]; passwords: Passwords },
): Member[] {
  const template = readFileSync(sample, 'utf8');
  return settings.ports.map(([postgresPort, restPort], index) => {
    const name = `node${index + 1}`;
    const folder = makeFolder(ground, name);
    const values: Record<string, string> = {
      NAME: name,
      REST_ADDRESS: `127.0.0.1:${restPort}`,
      ETCD_HOSTS: settings.etcdHosts.join(','),
      MAX_CONNECTIONS: '120',
      POSTGRES_ADDRESS: `127.0.0.1:${postgresPort}`,
      DATA_DIR: join(folder, 'data'),
      BIN_DIR: programs.postgresBin,
      PASSWORD_FILE: join(folder, 'pgpass'),
      SUPERUSER_PASSWORD: settings.passwords.superuser,
      REPLICATION_PASSWORD: settings.passwords.replication,
      REWIND_PASSWORD: settings.passwords.rewind,
      SOCKET_DIR: folder,
      ALLOWED: '127.0.0.1/32',
    };
    const file = join(folder, 'patroni.yml');
    const filled = template.replace(/\$\{([A-Z_]+)\}/g, (_match, key: string) => values[key] ?? '');
    writeFileSync(file, filled, { mode: 0o600 });
    if (ground.account) chownSync(file, ground.account.uid, ground.account.gid);
    return {
      name,
      postgresPort,
      restPort,
      program: defineProgram(ground, { name, command: programs.patroni, args: [file] }),
      async leads() {
        try {
          const signal = AbortSignal.timeout(answerTimeoutMs);
          const response = await fetch(`http://127.0.0.1:${restPort}/primary`, { signal });
          await response.body?.cancel();
          return response.status === 200;
        } catch {
          return false;
        }
      },
    };
  });
}

const clusterState = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});
export type MemberState = z.infer<typeof clusterState>['members'][number];

/** @returns Patroni's state of all members; an empty list if Patroni does not answer */
export async function stateOf({ restPort }: Member): Promise<MemberState[]> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal });
    return clusterState.parse(await response.json()).members;
  } catch {
    return [];
  }
}

/** Makes another member the leader. @throws Error if Patroni refuses */
export async function switchOver(leader: Member): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name }),
    signal: AbortSignal.timeout(switchTimeoutMs),
  });
  if (!response.ok) throw new Error(`Patroni refused to switch: ${await response.text()}`);
}
