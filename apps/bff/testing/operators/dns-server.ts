/** A DNS server on this machine, with the records of a test. */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Records by name in lower case. Other names do not exist. */
export type Records = Record<string, { a?: string; txt?: readonly string[] }>;

const types = { a: 1, txt: 16 };
const headerBytes = 12;
const noSuchName = 3;

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Builds a record: name (a pointer to the question), type, class IN, a time to live of 0, data. */
function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, headerBytes, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

const textData = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);

function answerTo(query: Buffer, records: Records): Buffer {
  const { name, type, end } = questionOf(query);
  const found = records[name];
  const data =
    type === types.txt
      ? (found?.txt ?? []).map(textData)
      : type === types.a && found?.a !== undefined
        ? [Buffer.from(found.a.split('.').map(Number))]
        : [];
  const head = Buffer.from(query.subarray(0, headerBytes));
  head.writeUInt16BE(0x8180 | (found ? 0 : noSuchName), 2);
  head.writeUInt16BE(data.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(headerBytes, end), ...data.map((one) => recordOf(type, one))]);
}

/**
 * @param records may be changed later
 * @param timeoutMs of the resolver; long by default, because a busy machine answers late
 */
export async function startDnsServer(records: Records, { timeoutMs = 10_000 } = {}) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, records), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return { resolver, close: () => socket.close() };
}
