/** Invalid bodies for JSON forms. */
import type { FormName } from '@meridian/contracts/calls';
import { formOf } from '@meridian/contracts/leads/forms';
import type { Random } from '../random.ts';

export interface Malformed {
  kind: string;
  /** Undefined: no header. */
  contentType?: string;
  bytes: Buffer;
}

type Values = Record<string, string | number>;
type Mutation = (form: FormName, values: Values, random: Random) => Omit<Malformed, 'kind'>;

const json = 'application/json';

/** Required visible fields of each form. */
export function requiredFields(form: FormName): string[] {
  return formOf(form)
    .fields.filter((field) => field.type !== 'file' && !field.browserOnly && !('optional' in field))
    .map(({ name }) => name);
}

const asJson = (value: unknown) => ({ contentType: json, bytes: Buffer.from(JSON.stringify(value)) });

/** Replaces one value with raw JSON. */
function withRaw(values: Values, name: string, raw: string): Omit<Malformed, 'kind'> {
  const rest = Object.entries(values).filter(([key]) => key !== name);
  const pairs = rest.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return {
    contentType: json,
    bytes: Buffer.from(`{${[...pairs, `${JSON.stringify(name)}:${raw}`].join()}}`),
  };
}

const wrongValues = ['1e400', 'true', 'false', 'null', '[]', '{}', '["Asha"]', '{"a":"b"}'];
const blanks = ['', ' ', '\t\n ', '\u0000', '\u0001\u0002', '\u00a0', '\u200b\ufeff'];
/** Invalid UTF-8: lone byte, overlong encoding, surrogate, truncated character. */
export const brokenUtf8 = ['ff', 'c080', 'eda080', 'e282', 'f8888080', '80'];
const poisons = [
  ['__proto__', '{"isAdmin":true}'],
  ['constructor', '{"prototype":{"isAdmin":true}}'],
] as const;
const wrongTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'text/json',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'nonsense',
];
const noObjects = ['null', '[]', '[{}]', '"text"', '42', 'true', '', '   ', '{}'];

const mutations: Record<string, Mutation> = {
  'wrong type': (form, values, random) =>
    withRaw(values, random.pick(requiredFields(form)), random.pick(wrongValues)),
  missing(form, values, random) {
    const { [random.pick(requiredFields(form))]: _left, ...rest } = values;
    return asJson(rest);
  },
  blank: (form, values, random) =>
    asJson({ ...values, [random.pick(requiredFields(form))]: random.pick(blanks) }),
  'huge text': (form, values, random) =>
    asJson({
      ...values,
      [random.pick(requiredFields(form))]: random
        .pick(['x', 'ß', '🎓 '])
        .repeat(random.between(5_001, 60_000)),
    }),
  poison(_form, values, random) {
    const [name, raw] = random.pick(poisons);
    return withRaw(values, name, raw);
  },
  nesting(form, values, random) {
    const depth = random.between(1_000, 12_000);
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const);
    return withRaw(values, random.pick(requiredFields(form)), `${open.repeat(depth)}1${close.repeat(depth)}`);
  },
  'invalid UTF-8'(form, values, random) {
    const marked = JSON.stringify({
      ...values,
      [random.pick(requiredFields(form))]: 'As~ha Rao@example.com',
    });
    const [before = '', after = ''] = marked.split('~');
    const broken = Buffer.from(random.pick(brokenUtf8), 'hex');
    return { contentType: json, bytes: Buffer.concat([Buffer.from(before), broken, Buffer.from(after)]) };
  },
  'cut off'(_form, values, random) {
    const { bytes } = asJson(values);
    return { contentType: json, bytes: bytes.subarray(0, random.between(1, bytes.length - 1)) };
  },
  garbage: (_form, _values, random) => ({
    contentType: json,
    bytes: Buffer.from(Array.from({ length: random.between(1, 4_000) }, () => random.between(0, 255))),
  }),
  'no object': (_form, _values, random) => ({
    contentType: json,
    bytes: Buffer.from(random.pick(noObjects)),
  }),
  'raw line break': (form, values, random) =>
    withRaw(values, random.pick(requiredFields(form)), '"Asha\nRao@example.com"'),
  'wrong content type': (_form, values, random) => ({
    ...asJson(values),
    contentType: random.pick([...wrongTypes, undefined]),
  }),
  'wrong email': (_form, values, random) =>
    asJson({ ...values, email: random.pick(['a', 'a@b', '@b.c', 'a b@c.d', 'a@b@c.d', 'a@.']) }),
};

/** @returns a malformed body, derived from a valid one */
export function malformed(form: FormName, values: Values, random: Random): Malformed {
  const kind = random.pick(Object.keys(mutations));
  const mutate = mutations[kind];
  if (!mutate) throw new TypeError(`There is no mutation "${kind}"`);
  return { kind, ...mutate(form, values, random) };
}
