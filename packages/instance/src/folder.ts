/** Reads an instance from its folder. Only for servers and tests, because it needs Node's file system. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance, Site } from '@meridian/contracts/site/instance';
import { siteFile, themeFile } from '@meridian/contracts/site/site-file';
import {
  type ReferenceValues,
  referenceFault,
  referenceValues,
  type TextSettings,
} from '@meridian/contracts/site/text-references';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { parseRedirects, type Redirects } from './redirects.ts';
import { socialDrawing, socialSize } from './social-drawing.ts';

/** A file of the instance that browsers fetch. */
interface InstanceFile {
  body: Buffer;
  contentType: string;
}

export interface InstanceFolder {
  /**
   * Reads the folder again with the same settings.
   * @throws InstanceError if the folder is invalid
   */
  readAgain: () => InstanceFolder;
  instance: Instance;
  /** Values of the placeholders `{{name}}` in texts. */
  references: ReferenceValues;
  redirects: Redirects;
  /** Files by URL path, for example `/favicon.svg`. */
  files: ReadonlyMap<string, InstanceFile>;
  /** SVG of the preview image at `/social.png`; undefined if the folder has its own image. */
  socialDrawing: string | undefined;
}

/** An invalid folder. The message has one line per fault. */
export class InstanceError extends Error {
  override readonly name = 'InstanceError';
  readonly code = 'INSTANCE_INVALID';
  readonly retry = false;
  readonly faults: readonly string[];

  constructor(dir: string, faults: readonly string[]) {
    super([`The instance in ${dir} is invalid:`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.faults = faults;
  }
}

function readOptional(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

type AddFault = (path: readonly PropertyKey[], message: string) => void;

const kinds: Partial<Record<string, string>> = {
  object: 'a group of fields',
  array: 'a list',
  string: 'text',
  number: 'a number',
};

/** Messages for faults of fields that have no message in the schema. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `must have at most ${issue.maximum} entries`;
  return undefined;
}

/**
 * @param faults receives `FILE:LINE: FIELD: MESSAGE` for each fault
 * @param complete changes valid data, or reports further faults
 */
function parseYaml<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
  faults: string[],
  complete: (data: z.output<Schema>, addFault: AddFault) => z.output<Schema> = (data) => data,
): z.output<Schema> | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range)) return lines.linePos(Number(range[0])).line;
    }
    return 1;
  };
  if (document.errors.length > 0) {
    for (const { pos, message } of document.errors) {
      const { line } = lines.linePos(pos[0]);
      // Without quotes, YAML reads a value that begins with a brace as a map.
      const isReference = /^[^'"]*[:-] +\{\{/.test(text.split('\n')[line - 1] ?? '');
      const problem = isReference
        ? 'text that begins with {{ must be in quotes'
        : message.split(' at line')[0];
      faults.push(`${name}:${line}: ${problem}`);
    }
    return undefined;
  }
  const addFault: AddFault = (path, message) =>
    faults.push(`${name}:${lineOf(path)}: ${path.map(String).join('.') || 'file'}: ${message}`);
  const parsed = schema.safeParse(document.toJS(), { error: messageOf });
  if (parsed.success) return complete(parsed.data, addFault);
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) addFault([...issue.path, key], 'is not a known field of this file');
    else addFault(issue.path, issue.message);
  }
  return undefined;
}

/**
 * Fields in which placeholders are allowed. Names and contacts are not among them, because placeholders stand
 * for their values.
 */
const referringFields: readonly PropertyKey[] = ['footer', 'claims', 'texts'];

/** Replaces the placeholders in texts by their values. */
function withReferences<Value>(site: Value, values: ReferenceValues, addFault: AddFault): Value {
  function replaceIn(path: readonly PropertyKey[], value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item, index) => replaceIn([...path, index], item));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, replaceIn([...path, key], item)]),
      );
    if (typeof value !== 'string') return value;
    return value.replaceAll(/\{\{(.*?)\}\}/g, (found, name: string) => {
      const mayRefer = referringFields.includes(path[0] ?? '');
      if (!mayRefer) addFault(path, 'must not have references such as {{name}}');
      else if (!values.has(name)) addFault(path, referenceFault(name));
      return values.get(name) ?? found;
    });
  }
  return replaceIn([], site) as Value;
}

function withoutSources(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSources);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (key === 'source' ? [] : [[key, withoutSources(item)]])),
  );
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
const maxSvgBytes = 20_000;
const maxSocialBytes = 300_000;

/**
 * Markup that can run scripts or load other files. A browser runs it if someone visits the URL of the SVG.
 */
const unsafeSvg =
  /<(?:script|foreignObject|iframe|!ENTITY)|\son\w+\s*=|(?:href|src)\s*=\s*["'](?!#)|url\(\s*["']?(?!#)|@import/i;

function svgFaults(svg: Buffer): string[] {
  const text = svg.toString('utf8');
  return [
    ...(/<svg[\s>]/.test(text) ? [] : ['must be an SVG image']),
    ...(/viewBox=/.test(text) ? [] : ['needs a viewBox, so that it can be scaled']),
    ...(unsafeSvg.test(text) ? ['must not have scripts, event handlers or references to other files'] : []),
    ...(svg.length > maxSvgBytes ? [`must have at most ${maxSvgBytes} bytes`] : []),
  ];
}

function pngFaults(image: Buffer): string[] {
  const { width, height } = socialSize;
  if (!image.subarray(0, 8).equals(pngSignature) || image.length < 24) return ['must be a PNG image'];
  // The first chunk of every PNG begins with the size of the image.
  const size = [image.readUInt32BE(16), image.readUInt32BE(20)];
  return size[0] === width && size[1] === height
    ? []
    : [`must have ${width} × ${height} pixels, and has ${size.join(' × ')}`];
}

function socialFaults(image: Buffer): string[] {
  return [
    ...pngFaults(image),
    ...(image.length > maxSocialBytes ? [`must have at most ${maxSocialBytes} bytes`] : []),
  ];
}

/** Appends a hash of the content to the path, so that browsers do not show an older cached file. */
function addressOf(path: string, body: Buffer | string): string {
  return `${path}?${createHash('sha256').update(body).digest('hex').slice(0, 8)}`;
}

/**
 * Reads and validates the folder of an instance.
 * @param settings settings that the texts of the instance may refer to
 * @throws InstanceError naming every fault with its file, and with line and field where they are known
 */
export function readInstanceFolder(dir: string, settings: TextSettings): InstanceFolder {
  const faults: string[] = [];
  const siteText = readOptional(join(dir, 'site.yaml'));
  if (!siteText) throw new InstanceError(dir, [`site.yaml: is missing in ${dir}`]);
  const site = parseYaml('site.yaml', siteText.toString('utf8'), siteFile, faults, (data, addFault) =>
    withReferences(data, referenceValues(data, settings), addFault),
  );
  const themeText = readOptional(join(dir, 'theme/theme.yaml'))?.toString('utf8') ?? '{}';
  const theme = parseYaml('theme/theme.yaml', themeText, themeFile, faults);
  const logo = readOptional(join(dir, 'theme/logo.svg'));
  const banner = readOptional(join(dir, 'theme/banner.svg'));
  const social = readOptional(join(dir, 'theme/social.png'));
  if (logo) faults.push(...svgFaults(logo).map((fault) => `theme/logo.svg: ${fault}`));
  if (banner) faults.push(...svgFaults(banner).map((fault) => `theme/banner.svg: ${fault}`));
  if (social) faults.push(...socialFaults(social).map((fault) => `theme/social.png: ${fault}`));
  const redirects = parseRedirects(
    readOptional(join(dir, 'redirects.csv'))?.toString('utf8') ?? 'from,to',
    faults,
  );
  if (!site || !theme || faults.length > 0) throw new InstanceError(dir, faults);

  const drawing = social ? undefined : socialDrawing({ name: site.name, colours: theme.colours, logo });
  const files = new Map<string, InstanceFile>();
  if (logo) files.set('/favicon.svg', { body: logo, contentType: 'image/svg+xml' });
  if (banner) files.set('/banner.svg', { body: banner, contentType: 'image/svg+xml' });
  if (social) files.set('/social.png', { body: social, contentType: 'image/png' });
  return {
    readAgain: () => readInstanceFolder(dir, settings),
    references: referenceValues(site, settings),
    instance: {
      ...(withoutSources(site) as Site),
      theme,
      ...(logo && { logo: addressOf('/favicon.svg', logo) }),
      ...(banner && { banner: addressOf('/banner.svg', banner) }),
      socialImage: addressOf('/social.png', social ?? drawing ?? ''),
    },
    socialDrawing: drawing,
    redirects,
    files,
  };
}
