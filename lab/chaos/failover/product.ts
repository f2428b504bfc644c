/** The product on the cluster: two web replicas behind HAProxy, two workers, upstream and sandbox. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Stack, startStack } from '@meridian/stack/stack';
import { type Replica, startReplica } from '../scale-out/replicas.ts';
import type { Cluster } from './cluster.ts';
import { defineSiteProxy } from './haproxy.ts';
import { lastingPorts } from './ports.ts';
import type { Programs } from './programs.ts';

export type ReplicaName = 'web1' | 'web2' | 'worker1' | 'worker2';

export interface ReplicatedProduct {
  stack: Stack;
  /** URL of HAProxy in front of the web replicas. */
  siteUrl: string;
  kill: (name: ReplicaName) => Promise<void>;
  /** Restarts a process like a supervisor. */
  restart: (name: ReplicaName) => Promise<void>;
  stop: () => Promise<void>;
}

/** @throws StackError if a part does not start */
export async function startReplicatedProduct(
  cluster: Cluster,
  programs: Programs,
): Promise<ReplicatedProduct> {
  const [sitePort = 0, web2Port = 0, ...ports] = await lastingPorts(12);
  const siteUrl = `http://127.0.0.1:${sitePort}`;
  const port = () => String(ports.pop());
  const common = {
    APP_ENV: 'demo',
    LOG_LEVEL: 'info',
    FORM_LIMIT_PER_MINUTE: '0',
    READ_LIMIT_PER_MINUTE: '0',
    // With faults on, the upstream shows its bookings.
    UPSTREAM_FAULTS: 'on',
    PUBLIC_URL: siteUrl,
  };
  const stack = await startStack({
    warn: () => undefined,
    readyTimeoutMs: 180_000,
    env: {
      ...common,
      BFF_ROLE: 'web',
      DATABASE_URL: cluster.url('bff'),
      UPSTREAM_DATABASE_URL: cluster.url('upstream'),
      WEBHOOK_URL: `${siteUrl}/api/webhooks/razorpay`,
      PORT: port(),
      METRICS_PORT: port(),
      UPSTREAM_PORT: port(),
      SANDBOX_PORT: port(),
      SMTP_PORT: port(),
    },
  });
  const behindProxy = { ...stack, baseUrl: siteUrl };
  const environments: Record<Exclude<ReplicaName, 'web1'>, Record<string, string>> = {
    web2: { ...common, BFF_ROLE: 'web', PORT: String(web2Port), METRICS_PORT: port() },
    worker1: { ...common, BFF_ROLE: 'worker', PORT: port(), METRICS_PORT: port() },
    worker2: { ...common, BFF_ROLE: 'worker', PORT: port(), METRICS_PORT: port() },
  };
  const replicas = new Map<ReplicaName, Replica>();
  async function start(name: Exclude<ReplicaName, 'web1'>): Promise<void> {
    replicas.set(name, await startReplica(behindProxy, name, environments[name]));
  }
  const siteProxy = defineSiteProxy(cluster.ground, programs, sitePort, [
    Number(new URL(stack.baseUrl).port),
    web2Port,
  ]);
  async function stop(): Promise<void> {
    await siteProxy.signal('SIGKILL');
    await Promise.all([...replicas.values()].map((replica) => replica.stop()));
    await stack.stop();
  }
  try {
    for (const name of ['web2', 'worker1', 'worker2'] as const) await start(name);
    siteProxy.start();
    await sleep(2_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stack,
    siteUrl,
    async kill(name) {
      if (name === 'web1') await stack.kill('bff');
      else await replicas.get(name)?.kill();
    },
    async restart(name) {
      if (name === 'web1') await stack.restart('bff');
      else await start(name);
    },
    stop,
  };
}
