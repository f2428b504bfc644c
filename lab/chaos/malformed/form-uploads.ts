/** Invalid requests for the file form. */
import type { Random } from '../random.ts';
import { brokenUtf8, type Malformed, requiredFields } from './form-bodies.ts';

export interface Part {
  name: string;
  /** File name, which makes the part a file. */
  fileName?: string;
  content: Buffer | string;
}

const boundary = 'form-boundary';
const contentType = `multipart/form-data; boundary=${boundary}`;
const form = 'instructor';

/** @returns a multipart body. @param end closing delimiter; undefined omits it */
export function multipart(parts: readonly Part[], end = `--${boundary}--\r\n`): Buffer {
  const written = parts.flatMap(({ name, fileName, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"` +
        (fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/pdf`) +
        '\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(end)]);
}

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const resume: Part = { name: 'resume', fileName: 'cv.pdf', content: pdf };

type Mutation = (fields: Part[], random: Random) => Part[] | Omit<Malformed, 'kind'>;

function changed(fields: Part[], random: Random, content: Part['content']): Part[] {
  const name = random.pick(requiredFields(form));
  return [...fields.map((field) => (field.name === name ? { ...field, content } : field)), resume];
}

const mutations: Record<string, Mutation> = {
  missing(fields, random) {
    const name = random.pick(requiredFields(form));
    return [...fields.filter((field) => field.name !== name), resume];
  },
  blank: (fields, random) => changed(fields, random, random.pick(['', '  ', '\u0000'])),
  'huge text': (fields, random) => changed(fields, random, 'x'.repeat(random.between(300, 200_000))),
  'invalid UTF-8': (fields, random) =>
    changed(
      fields,
      random,
      Buffer.concat([Buffer.from('As'), Buffer.from(random.pick(brokenUtf8), 'hex'), Buffer.from('a Rao')]),
    ),
  poison: (fields, random) => [
    ...fields,
    { name: random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']), content: '{}' },
    resume,
  ],
  'twice with other details': (fields, random) => [
    ...fields,
    { ...random.pick(fields), content: 'Other Details' },
    resume,
  ],
  'no file': (fields) => fields,
  'two files': (fields) => [...fields, resume, resume],
  'file in another field': (fields) => [...fields, { ...resume, name: 'photo' }],
  'text in place of the file': (fields) => [...fields, { name: 'resume', content: 'cv.pdf' }],
  'many parts': (fields, random) => [
    ...fields,
    ...Array.from({ length: random.between(110, 300) }, (_part, number) => ({
      name: `f${number}`,
      content: '',
    })),
    resume,
  ],
  executable: (fields) => [...fields, { ...resume, content: 'MZ\u0090\u0000' }],
  'cut off'(fields, random) {
    const bytes = multipart([...fields, resume]);
    return { contentType, bytes: bytes.subarray(0, random.between(1, bytes.length - boundary.length - 8)) };
  },
  garbage: (_fields, random) => ({
    contentType,
    bytes: Buffer.from(Array.from({ length: random.between(1, 4_000) }, () => random.between(0, 255))),
  }),
  'wrong boundary': (fields) => ({
    contentType: 'multipart/form-data; boundary=another',
    bytes: multipart([...fields, resume]),
  }),
  'wrong content type': (fields, random) => ({
    contentType: random.pick([
      'application/json',
      'text/plain',
      'multipart/form-data',
      'multipart/mixed',
      undefined,
    ]),
    bytes: random.chance(0.5) ? multipart([...fields, resume]) : Buffer.from('{}'),
  }),
};

/** @returns a malformed application, derived from a valid one */
export function malformedUpload(values: Record<string, string | number>, random: Random): Malformed {
  const kind = random.pick(Object.keys(mutations));
  const mutate = mutations[kind];
  if (!mutate) throw new TypeError(`There is no mutation "${kind}"`);
  const made = mutate(fieldsOf(values), random);
  return { kind, ...(Array.isArray(made) ? { contentType, bytes: multipart(made) } : made) };
}

export function fieldsOf(values: Record<string, string | number>): Part[] {
  return Object.entries(values).map(([name, value]) => ({ name, content: String(value) }));
}

export { contentType as multipartType };
