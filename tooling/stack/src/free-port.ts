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

/**
 * Ports that nothing listens on, all different.
 *
 * @param count how many
 * @returns port numbers; another process may take one before it is used
 */
export async function freePorts(count: number): Promise<number[]> {
  // All stay open until the last is found, so that no port is handed out twice.
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map(portOf);
  await Promise.all(servers.map(close));
  return ports;
}

/** One port that nothing listens on. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new TypeError('No free port was found');
  return port;
}

/**
 * Whether a port can be listened on, on every address of this machine.
 *
 * @throws the system error when the port cannot be tried at all (for example one below 1024 without the right)
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
