import { createServer, type Server } from 'node:net';
import { systemErrorCode } from './stack-error.ts';

// No host: the wildcard address also conflicts with a listener on any single address.
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

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no TCP address');
  return address.port;
}

/** Ports this process was given before, which may not be in use yet. */
const given = new Set<number>();

/**
 * Distinct free ports, each a new one in this process.
 * @param count how many
 * @returns port numbers; not reserved
 */
export async function freePorts(count: number): Promise<number[]> {
  // Kept open until all are found, so that none is returned twice.
  const servers: Server[] = [];
  const ports: number[] = [];
  while (ports.length < count) {
    const server = await listen(0);
    servers.push(server);
    const port = portOf(server);
    if (given.has(port)) continue;
    given.add(port);
    ports.push(port);
  }
  await Promise.all(servers.map(close));
  return ports;
}

/** One free port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new TypeError('No free port was found');
  return port;
}

/**
 * True if a port is free on all interfaces.
 * @throws the system error if it cannot be tried, as below 1024 without privileges
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
