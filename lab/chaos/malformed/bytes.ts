import type { Random } from '../random.ts';

export const crlf = '\r\n';

/** A raw request. */
export function requestOf(line: string, headers: readonly string[] = [], body: Buffer | string = ''): Buffer {
  const head = [line, 'Host: 127.0.0.1', ...headers, 'Connection: close', '', ''].join(crlf);
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** A POST with the correct `Content-Length`. */
export function postOf(
  address: string,
  contentType: string | undefined,
  body: Buffer,
  more: readonly string[] = [],
): Buffer {
  const type = contentType === undefined ? [] : [`Content-Type: ${contentType}`];
  return requestOf(`POST ${address} HTTP/1.1`, [...type, `Content-Length: ${body.length}`, ...more], body);
}

export const randomBytes = (random: Random, max: number): Buffer =>
  Buffer.from(Array.from({ length: random.between(1, max) }, () => random.between(0, 255)));
