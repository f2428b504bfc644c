/** Faults of the cluster and the product. Each returns the time from which writes must be possible again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { type Member, stateOf, switchOver } from './patroni.ts';
import type { ReplicaName, ReplicatedProduct } from './product.ts';

export interface Scene {
  cluster: Cluster;
  product: ReplicatedProduct;
  /** Aborted on Ctrl-C. */
  signal: AbortSignal;
}

export interface FaultSpan {
  beganAt: number;
  /**
   * Time from which writes must be possible, as `performance.now()`: the election of a leader, the restart of the proxy,
   * or the beginning of a fault that does not affect the leader.
   */
  overAt: number;
  /** Does what a supervisor would: starts killed processes, and continues frozen ones. */
  mend: () => Promise<void>;
}

export type Fault = (scene: Scene) => Promise<FaultSpan>;

/** Milliseconds that a supervisor such as systemd waits before it restarts a program. */
const restartMs = 2_000;
const newLeaderTimeoutMs = 120_000;
const pollMs = 100;

async function leaderNow({ cluster }: Scene): Promise<Member> {
  const leader = await cluster.leader();
  if (!leader) throw new Error('the cluster has no leader');
  return leader;
}

/** Waits for a leader other than the former one. @returns the time of the election */
async function newLeader({ cluster, signal }: Scene, former: Member): Promise<number> {
  const deadline = performance.now() + newLeaderTimeoutMs;
  const others = cluster.members.filter((member) => member !== former);
  while (performance.now() < deadline) {
    const leading = await Promise.all(others.map((member) => member.leads()));
    if (leading.includes(true)) return performance.now();
    await sleep(pollMs, undefined, { signal });
  }
  throw new Error('no other member became the leader');
}

/** The leader's machine is lost: Patroni and PostgreSQL are killed. */
const killLeader: Fault = async (scene) => {
  const leader = await leaderNow(scene);
  const beganAt = performance.now();
  await leader.program.signal('SIGKILL');
  const overAt = await newLeader(scene, leader);
  return { beganAt, overAt, mend: async () => leader.program.start() };
};

/**
 * The leader's machine hangs: connections stay open without an answer. It continues (`mend`) some time after another
 * member has become the leader.
 */
const freezeLeader: Fault = async (scene) => {
  const leader = await leaderNow(scene);
  const beganAt = performance.now();
  await leader.program.signal('SIGSTOP');
  const overAt = await newLeader(scene, leader);
  return { beganAt, overAt, mend: () => leader.program.signal('SIGCONT') };
};

const switchOnPurpose: Fault = async (scene) => {
  const leader = await leaderNow(scene);
  const beganAt = performance.now();
  await switchOver(leader);
  const overAt = await newLeader(scene, leader);
  return { beganAt, overAt, mend: async () => undefined };
};

/** The synchronous standby, for which commits wait. */
async function synchronousStandby(scene: Scene): Promise<Member> {
  const states = await stateOf(await leaderNow(scene));
  const name = states.find(({ role }) => role === 'sync_standby')?.name;
  const standby = scene.cluster.members.find((member) => member.name === name);
  if (!standby) throw new Error('there is no synchronous standby');
  return standby;
}

const killStandby: Fault = async (scene) => {
  const standby = await synchronousStandby(scene);
  const beganAt = performance.now();
  await standby.program.signal('SIGKILL');
  return { beganAt, overAt: performance.now(), mend: async () => standby.program.start() };
};

const freezeStandby: Fault = async (scene) => {
  const standby = await synchronousStandby(scene);
  const beganAt = performance.now();
  await standby.program.signal('SIGSTOP');
  return { beganAt, overAt: beganAt, mend: () => standby.program.signal('SIGCONT') };
};

/** Kills the leader of etcd. Etcd stores Patroni's lock. */
const killEtcd: Fault = async ({ cluster }) => {
  const member = cluster.etcd.members[await cluster.etcd.leader()];
  const beganAt = performance.now();
  await member?.signal('SIGKILL');
  return { beganAt, overAt: beganAt, mend: async () => member?.start() };
};

/** HAProxy is killed; its supervisor restarts it. */
const killProxy: Fault = async ({ cluster: { databaseProxy }, signal }) => {
  const beganAt = performance.now();
  await databaseProxy.signal('SIGKILL');
  await sleep(restartMs, undefined, { signal });
  databaseProxy.start();
  return { beganAt, overAt: performance.now(), mend: async () => undefined };
};

/** The leader's Patroni is killed: HAProxy finds no leader, while PostgreSQL still runs as a primary. */
const loseChoice: Fault = async (scene) => {
  const leader = await leaderNow(scene);
  const beganAt = performance.now();
  leader.program.killAlone();
  const overAt = await newLeader(scene, leader);
  return { beganAt, overAt, mend: async () => leader.program.start() };
};

const killReplica =
  (name: ReplicaName): Fault =>
  async ({ product, signal }) => {
    const beganAt = performance.now();
    await product.kill(name);
    // The other replicas serve immediately.
    const overAt = performance.now();
    await sleep(restartMs, undefined, { signal });
    return { beganAt, overAt, mend: () => product.restart(name) };
  };

export const faults: Readonly<Record<string, Fault>> = {
  'leader killed': killLeader,
  'leader frozen': freezeLeader,
  'switch-over on purpose': switchOnPurpose,
  'standby killed': killStandby,
  'standby frozen': freezeStandby,
  'etcd killed': killEtcd,
  'HAProxy killed': killProxy,
  "leader's Patroni killed": loseChoice,
  'web 1 killed': killReplica('web1'),
  'web 2 killed': killReplica('web2'),
  'worker 1 killed': killReplica('worker1'),
  'worker 2 killed': killReplica('worker2'),
};
