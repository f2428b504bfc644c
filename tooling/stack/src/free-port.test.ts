import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePorts, isPortFree } from './free-port.ts';

it('returns different free ports', async () => {
  const ports = await freePorts(8);
  expect(new Set(ports).size).toBe(8);
  expect(await Promise.all(ports.map(isPortFree))).not.toContain(false);
});

it.each(['127.0.0.1', '0.0.0.0'])('detects a program that listens on %s', async (host) => {
  const [port = 0] = await freePorts(1);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  expect(await isPortFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isPortFree(port)).toBe(true);
});

it('returns no ephemeral port, which the system could give to a connection first', async () => {
  for (const port of await freePorts(200)) expect(port).toBeLessThan(32_768);
});

it('returns no port twice, even if the ports are not in use yet', async () => {
  const ports: number[] = [];
  for (let requested = 0; requested < 300; requested += 1) ports.push(...(await freePorts(6)));
  expect(new Set(ports).size).toBe(1_800);
});

it('returns no excepted port', async () => {
  const even = Array.from({ length: 16_384 }, (_, index) => 2 * index);
  for (const port of await freePorts(50, even)) expect(port % 2).toBe(1);
});

it('fails if all ports are excepted', async () => {
  const all = Array.from({ length: 32_768 }, (_, port) => port);
  await expect(freePorts(1, all)).rejects.toThrow('Only 0 of 1 ports are free');
});
