/** Invalid bodies and queries. */
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { formNames, formOf } from '@meridian/contracts/leads/forms';
import { bodyOf, createPersonas } from '../leads/personas.ts';
import type { Random } from '../random.ts';
import { jsonAddresses, readAddresses } from './addresses.ts';
import { postOf, randomBytes, requestOf } from './bytes.ts';
import { brokenUtf8, malformed } from './form-bodies.ts';
import { malformedUpload } from './form-uploads.ts';
import type { Fault } from './http-faults.ts';

const json = 'application/json';
const personas = createPersonas('malformed');

const names = [
  ...new Set([
    'search_val',
    'seo_slug',
    'offset',
    'category_id',
    'resources_category_id',
    'id',
    'course_id',
    'page_name',
    'course_schedule_id',
    'number_of_course',
    'expected_total',
    'attribution',
    'submission_id',
    'website',
    'transaction_id',
    'razorpay_order_id',
    'razorpay_payment_id',
    'razorpay_signature',
    'target',
    'data',
    'trigger',
    'csp-report',
    'day_type',
    'filled_in_ms',
    '__proto__',
    'constructor',
    'toString',
    'length',
    '',
    ...formNames.flatMap((name) => formOf(name).fields.map((field) => field.name)),
  ]),
];
/** Raw JSON, including texts that no serialiser would write. */
const values = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '9007199254740993',
  `${'9'.repeat(400)}`,
  '1e-400',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u202e"',
  '"0"',
  '"-1"',
  '"NaN"',
  '"a@b.c"',
  '"../.."',
  '[]',
  '[[]]',
  '[null]',
  '{}',
  '{"length":{"toString":1}}',
  '{"length":-1}',
  '{"length":1e9}',
  '{"toString":1,"valueOf":1}',
  '{"length":{"toString":1,"valueOf":1}}',
  '[{"length":{"toString":1}}]',
  '{"toJSON":1}',
  '{"then":1}',
  '{"0":"a","length":1}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":1,"a":2}',
  '"=1+1"',
  '"<img src=x onerror=x>"',
  '"\'; drop table leads;--"',
  '"%s%n%x"',
  '"\\\\..\\\\x"',
  '{"size":{"toString":1}}',
  '[1,[2,[3]]]',
  '{"first_touch":{"gclid":{"length":{"toString":1}}},"page_url":1}',
  '{"Email":{"length":{"toString":1}}}',
];
const notJson = [
  '',
  ' ',
  'null',
  '[]',
  '[{}]',
  '"x"',
  '1',
  '{',
  '}',
  '{"a"}',
  "{'a':1}",
  '{"a":1,}',
  '\ufeff{}',
  'NaN',
  '{"a":\u0001}',
];
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'text/json',
  'multipart/form-data; boundary=x',
  'application/json;charset=utf-16',
  'application/json, text/plain',
  'application/problem+json',
  'x',
  '/',
  'application/',
];
const query = ['[]', '[a]', '[__proto__]', '.a', '%00', ''];

function objectText(random: Random): string {
  const pair = () => `${JSON.stringify(random.pick(names))}:${random.pick(values)}`;
  return `{${Array.from({ length: random.between(1, 12) }, pair).join()}}`;
}

const post = (random: Random, text: string | Buffer, type: string | undefined = json) =>
  postOf(random.pick(jsonAddresses), type, Buffer.from(text));

export const jsonFaults: Record<string, Fault> = {
  'hostile values': (random) => post(random, objectText(random)),
  'hostile records': (random) =>
    post(random, `{"data":[${objectText(random)}],"trigger":${random.pick(values)}}`),
  'no JSON': (random) => post(random, random.pick(notJson)),
  'deep JSON'(random) {
    const depth = random.between(500, 14_000);
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
      ['{"data":[', ']}'],
    ] as const);
    const deep = `${open.repeat(depth)}1${close.repeat(depth)}`;
    return post(random, random.chance(0.5) ? deep : `{${JSON.stringify(random.pick(names))}:${deep}}`);
  },
  'many keys': (random) =>
    post(
      random,
      `{${Array.from({ length: random.between(500, 3_000) }, (_item, at) => `"k${at}":0`).join()}}`,
    ),
  'long text': (random) =>
    post(
      random,
      `{${JSON.stringify(random.pick(names))}:"${random.pick(['x', 'ß', ' ', '@']).repeat(random.between(1_000, 40_000))}"}`,
    ),
  'broken UTF-8': (random) =>
    post(
      random,
      Buffer.concat([
        Buffer.from(`{${JSON.stringify(random.pick(names))}:"a`),
        Buffer.from(random.pick(brokenUtf8), 'hex'),
        Buffer.from('"}'),
      ]),
    ),
  'random bytes': (random) => post(random, randomBytes(random, 4_000)),
  'content type': (random) =>
    post(random, objectText(random), random.chance(0.1) ? undefined : random.pick(types)),
  'wrong length'(random) {
    const body = Buffer.from(objectText(random));
    const length = body.length + random.pick([-5, -1, 1, 100, 1e6]);
    return requestOf(
      `POST ${random.pick(jsonAddresses)} HTTP/1.1`,
      [`Content-Type: ${json}`, `Content-Length: ${Math.max(0, length)}`],
      body,
    );
  },
  query(random) {
    const value = () => encodeURIComponent(random.pick(values)).slice(0, 600);
    const pair = () =>
      `${encodeURIComponent(random.pick(names))}${random.pick(query)}=${random.chance(0.3) ? random.pick(['%', '%ff', '%c0%ae', '+', '&&', ';']) : value()}`;
    return requestOf(
      `${random.pick(['GET', 'HEAD'])} ${random.pick(readAddresses)}?${Array.from({ length: random.between(1, 6) }, pair).join('&')} HTTP/1.1`,
    );
  },
  form(random) {
    const form = random.pick(formNames.filter((name) => !fileFieldOf(name)));
    const { contentType, bytes } = malformed(form, bodyOf(form, personas.next()), random);
    return postOf(`/api/${form}`, contentType, bytes);
  },
  multipart(random) {
    const { contentType, bytes } = malformedUpload(bodyOf('instructor', personas.next()), random);
    return postOf('/api/instructor', contentType, bytes);
  },
  'multipart bytes'(random) {
    const at = random.pick([
      '--x\r\n',
      '--x--',
      '--x\r\n\r\n',
      '--x\r\nContent-Disposition: form-data\r\n\r\n',
      '--x\r\nContent-Disposition: form-data; name="a\u0000"\r\n\r\n',
      '--x\r\nContent-Disposition: form-data; name="resume"; filename="../a.pdf"\r\n\r\n%PDF-',
      '--x\r\nContent-Type: \r\n\r\n',
    ]);
    return postOf(
      '/api/instructor',
      `multipart/form-data; boundary=${random.pick(['x', '"x"', '', 'y'.repeat(300), '\u00ff'])}`,
      Buffer.concat([Buffer.from(at.repeat(random.between(1, 60))), randomBytes(random, 500)]),
    );
  },
};
