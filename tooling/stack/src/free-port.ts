import { createServer, type Server } from 'node:net';
import { systemErrorCode } from './stack-error.ts';

// Listens without a host: the wildcard address conflicts with a listener on any single address.
function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}

/** Range below the system's ephemeral ports: a connection could take an ephemeral port before it is used. */
const [lowest, highest] = [11_000, 32_767];

/**
 * Size of the slice that a process searches first. Processes with different slices do not take each other's ports
 * between check and use.
 */
const sliceSize = 500;
const slice = lowest + (process.pid % Math.floor((highest - lowest) / sliceSize)) * sliceSize;

/** All ports in random order, those of the slice first. */
const candidates = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index)
  .map((port) => [port, Math.random() + (port >= slice && port < slice + sliceSize ? 0 : 1)] as const)
  .sort(([, place], [, other]) => place - other)
  .map(([port]) => port);

/** Ports that this process got before, which may not be in use yet. */
const given = new Set<number>();

/**
 * Finds distinct free ports that this process has not got before.
 * @param count number of ports
 * @param except ports to skip, because other programs are about to use them
 * @returns port numbers; they are not reserved
 * @throws Error if too few ports are free
 */
export async function freePorts(count: number, except: readonly number[] = []): Promise<number[]> {
  const skipped = new Set(except);
  const ports: number[] = [];
  for (const port of candidates) {
    if (ports.length === count) break;
    if (given.has(port) || skipped.has(port)) continue;
    given.add(port);
    if (await isPortFree(port)) ports.push(port);
  }
  if (ports.length < count) throw new Error(`Only ${ports.length} of ${count} ports are free`);
  return ports;
}

/** One free port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new TypeError('No free port was found');
  return port;
}

/**
 * @returns whether a port is free on all interfaces
 * @throws the system error if the port cannot be tried, for example below 1024 without privileges
 */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await close(await listen(port));
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
}
