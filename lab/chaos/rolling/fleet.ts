/** Web replicas behind one address, which are replaced as in a rolling update of Kubernetes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '@meridian/stack/settings';
import type { Stack } from '@meridian/stack/stack';
import { type Replica, startReplica } from '../scale-out/replicas.ts';
import type { Ingress } from './ingress.ts';
import type { Release } from './releases.ts';

/** Duration of `preStop` in deploy/kubernetes, in milliseconds. */
const preStopMs = 5_000;
/** Milliseconds until the proxy learns that a replica stops. */
const heardAfterMs = 1_500;

export interface Fleet {
  /** Replaces all replicas with those of a release: each new one is ready before an old one stops. */
  roll: (
    release: Release,
    between?: (ports: { former: number; next: number }) => Promise<void>,
  ) => Promise<void>;
  /** How each stopped replica ended, for example `code 0`. */
  ends: string[];
  stop: () => Promise<void>;
}

/**
 * @param ingress whose list of ports this fleet sets
 * @param env environment of each replica
 */
export function createFleet(
  stack: Stack,
  { ingress, ports }: { ingress: Ingress; ports: number[] },
  env: Environment,
  size: number,
): Fleet {
  const running: Replica[] = [];
  const ends: string[] = [];
  let started = 0;
  async function add(release: Release): Promise<Replica> {
    started += 1;
    const site = { ...stack, baseUrl: ingress.url };
    const replica = await startReplica(
      site,
      `web-${started}`,
      { ...env, BFF_ROLE: 'web', PUBLIC_URL: ingress.url },
      release.command('bff'),
    );
    running.push(replica);
    ports.push(replica.port);
    return replica;
  }
  async function remove(replica: Replica): Promise<void> {
    await sleep(heardAfterMs);
    ports.splice(ports.indexOf(replica.port), 1);
    await sleep(preStopMs - heardAfterMs);
    await replica.stop();
    ends.push(await replica.ended);
    running.splice(running.indexOf(replica), 1);
  }
  return {
    ends,
    async roll(release, between) {
      const former = [...running];
      for (let place = 0; place < size; place += 1) {
        const next = await add(release);
        const goes = former[place];
        if (goes === undefined) continue;
        if (place === 0) await between?.({ former: goes.port, next: next.port });
        await remove(goes);
      }
    },
    async stop() {
      await Promise.all(running.map((replica) => replica.stop()));
    },
  };
}
