/** Requests that violate HTTP, or use it in unusual ways. */
import type { Random } from '../random.ts';
import { allAddresses, getAddresses, jsonAddresses } from './addresses.ts';
import { crlf, randomBytes, requestOf } from './bytes.ts';

export type Fault = (random: Random) => Buffer;

const lines = [
  'GET',
  'GET /',
  'GET  / HTTP/1.1',
  'GET / HTTP/9.9',
  'GET / HTTP/1.1 x',
  'GET / http/1.1',
  '/ GET HTTP/1.1',
  'PRI * HTTP/2.0',
  'GET / HTTP/1.0',
  'GET\t/\tHTTP/1.1',
  ' GET / HTTP/1.1',
  'G\u0000T / HTTP/1.1',
];
const methods = [
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'HEAD',
  'CONNECT',
  'PROPFIND',
  'M-SEARCH',
  'PURGE',
  'QUERY',
  'get',
  'FOO',
  'GET,POST',
  `${'X'.repeat(5_000)}`,
];
const targets = [
  'http://evil.example/',
  'https://user:x@evil.example:99999/a',
  'http://',
  'http:///',
  'ftp://x/y',
  'x:y',
  '*',
  'evil.example:443',
  '//evil.example/',
  '/\\evil.example',
  '\\\\evil',
  '/..',
  '/../../etc/passwd',
  '/.',
  '?',
  '#',
  '/a*b',
  '/:',
  '/*',
  '/:a(b',
  '/assets/*/x',
  '/media/*',
  '/api/*',
  '/api/:x',
  '/::',
  '/(',
  '/[',
  '/a{2}',
];
const parts = [
  '%00',
  '%',
  '%E0%A4%A',
  '%c0%ae%c0%ae',
  '%ff',
  '%ed%a0%80',
  '%2f..%2f',
  '..',
  ';',
  '\\',
  '%5c',
  '%0d%0a',
  '%u0041',
  '*',
  ':id',
  '"',
  '<script>',
  '{',
  '|',
  '^',
  '`',
  '\u00e9',
  '\u007f',
  '%F0%9F%98%80',
  '//',
  '%2e%2e%2f',
  "'--",
];
const badHeaders = [
  'x',
  ': x',
  'x : y',
  'x\u0000: y',
  'x: \u0000',
  'x: a\rb',
  ' folded',
  'x: \u0001\u0002',
  '\u00e9: x',
  'x y: z',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Content-Length: +5',
  'Content-Length: 0x10',
  'Content-Length: ',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5, 6',
  'Content-Length: 5\r\nContent-Length: 6',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Transfer-Encoding:\u000bchunked',
  'Host: other',
  'Host:',
];
const oddHeaders = [
  'Accept-Encoding: br;q=0, gzip;q=0, *;q=0',
  'Accept-Encoding: \u00ff',
  'If-None-Match: """,,,W/',
  'Range: bytes=9-1',
  'Expect: 100-continue',
  'Expect: more',
  'Upgrade: h2c',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Origin: null',
  'Origin: http://[',
  'Sec-Fetch-Site: x',
  'X-Forwarded-For: ,,,',
  'X-Forwarded-For: \u00ff',
  'X-Forwarded-Proto: x',
  'Cookie: a=b; =; ;;',
  'Authorization: Bearer',
  'Authorization: \u00ff',
  'If-Modified-Since: x',
  'Referer: http://[',
  'Content-Type: ',
  'Content-Type: application/json; charset=nonsense',
  'Content-Type: multipart/form-data',
  'Accept: text/html;q=x',
  'Content-Encoding: gzip',
  'Trailer: x',
  'TE: trailers',
  'Via: 1.1 x',
  'Connection: x',
];
const hosts = [
  'a b',
  'a:b:c',
  '[::',
  '127.0.0.1:99999',
  '',
  '%',
  'a/b',
  '\u00ff',
  `${'h'.repeat(300)}`,
  '@',
  '*',
];
const chunkings = [
  '5\r\nhello\r\n',
  'FFFFFFFFFFFFFFFFF\r\nx\r\n0\r\n\r\n',
  '-1\r\nx\r\n',
  'x\r\n',
  '5;a=b\r\nhello\r\n0\r\n\r\n',
  '3\r\nhello\r\n0\r\n\r\n',
  '5\r\nhe',
  '0\r\nTrailer: x\r\n\r\n',
  '5\nhello\n0\n\n',
  '05\r\nhello0\r\n\r\n',
  '\r\n\r\n',
];

const withHeader = (random: Random, header: string): Buffer =>
  random.chance(0.5)
    ? requestOf(`GET ${random.pick(getAddresses)} HTTP/1.1`, [header])
    : requestOf(
        `POST ${random.pick(jsonAddresses)} HTTP/1.1`,
        ['Content-Type: application/json', header],
        '{}',
      );

export const httpFaults: Record<string, Fault> = {
  'request line': (random) => Buffer.from(`${random.pick(lines)}${crlf}Host: x${crlf}${crlf}`, 'latin1'),
  'no HTTP': (random) => Buffer.concat([randomBytes(random, 2_000), Buffer.from('\r\n\r\n')]),
  'cut off'(random) {
    const whole = requestOf(
      `POST ${random.pick(jsonAddresses)} HTTP/1.1`,
      ['Content-Length: 400'],
      '{"a":"b"}',
    );
    return whole.subarray(0, random.between(1, whole.length));
  },
  method: (random) => requestOf(`${random.pick(methods)} ${random.pick(allAddresses)} HTTP/1.1`),
  target: (random) =>
    requestOf(`${random.pick(['GET', 'POST', 'HEAD', 'PUT'])} ${random.pick(targets)} HTTP/1.1`),
  address(random) {
    const at = random.pick(allAddresses);
    const odd = Array.from({ length: random.between(1, 4) }, () => random.pick(parts)).join(
      random.pick(['', '/', 'x']),
    );
    const path = random.chance(0.5) ? `${at}/${odd}` : `${at.slice(0, random.between(1, at.length))}${odd}`;
    return requestOf(`${random.pick(['GET', 'GET', 'POST', 'HEAD', 'DELETE'])} ${path} HTTP/1.1`);
  },
  'long address': (random) =>
    requestOf(
      `GET ${random.pick(allAddresses)}${random.pick(['/', '?a=', '%20'])}${'x'.repeat(random.between(400, 40_000))} HTTP/1.1`,
    ),
  'broken header': (random) => withHeader(random, random.pick(badHeaders)),
  'odd header': (random) => withHeader(random, random.pick(oddHeaders)),
  'header bomb': (random) =>
    random.chance(0.5)
      ? withHeader(random, `x: ${'a'.repeat(random.between(8_000, 100_000))}`)
      : withHeader(
          random,
          Array.from({ length: random.between(100, 3_000) }, (_item, at) => `h${at}: v`).join(crlf),
        ),
  host: (random) =>
    Buffer.from(
      `GET ${random.pick(getAddresses)} HTTP/1.1${crlf}Host: ${random.pick(hosts)}${crlf}Connection: close${crlf}${crlf}`,
      'latin1',
    ),
  'HTTP/1.0': (random) =>
    Buffer.from(`${random.pick(['GET', 'POST'])} ${random.pick(allAddresses)} HTTP/1.0${crlf}${crlf}`),
  chunks: (random) =>
    requestOf(
      `POST ${random.pick(allAddresses)} HTTP/1.1`,
      ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      random.pick(chunkings),
    ),
  pipeline(random) {
    const one = () => Buffer.from(`GET ${random.pick(getAddresses)} HTTP/1.1${crlf}Host: x${crlf}${crlf}`);
    const many = Array.from({ length: random.between(2, 12) }, one);
    return Buffer.concat([...many, random.chance(0.7) ? randomBytes(random, 300) : Buffer.alloc(0)]);
  },
};
