/** Reads an instance from its folder. For servers and tests: it needs Node's file system. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance, Site } from '@meridian/contracts/site/instance';
import { siteFile, themeFile } from '@meridian/contracts/site/site-file';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { parseRedirects, type Redirects } from './redirects.ts';

/** A file of the instance that browsers fetch. */
interface InstanceFile {
  body: Buffer;
  contentType: string;
}

export interface InstanceFolder {
  dir: string;
  instance: Instance;
  redirects: Redirects;
  /** By URL path, such as `/favicon.svg`. */
  files: ReadonlyMap<string, InstanceFile>;
}

/** An invalid folder; the message has one line for each fault. */
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

/** @param faults gets `FILE:LINE: FIELD: MESSAGE` for each fault */
function parseYaml<Schema extends z.ZodType>(
  name: string,
  text: string,
  schema: Schema,
  faults: string[],
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
    faults.push(
      ...document.errors.map(
        ({ pos, message }) => `${name}:${lines.linePos(pos[0]).line}: ${message.split(' at line')[0]}`,
      ),
    );
    return undefined;
  }
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const path = [...issue.path, key];
        faults.push(`${name}:${lineOf(path)}: ${path.join('.')}: is not a known field of this file`);
      }
    } else
      faults.push(
        `${name}:${lineOf(issue.path)}: ${issue.path.map(String).join('.') || 'file'}: ${issue.message}`,
      );
  }
  return undefined;
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

/** Markup that can run scripts or load other files: a browser opens an SVG as a page if someone visits its URL. */
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

function socialFaults(image: Buffer): string[] {
  return [
    ...(image.subarray(0, 8).equals(pngSignature) ? [] : ['must be a PNG image']),
    ...(image.length > maxSocialBytes ? [`must have at most ${maxSocialBytes} bytes`] : []),
  ];
}

/** The URL of a file changes with its content, so that browsers do not show a cached older one. */
function addressOf(path: string, body: Buffer): string {
  return `${path}?${createHash('sha256').update(body).digest('hex').slice(0, 8)}`;
}

/**
 * Reads and validates the folder of an instance.
 * @throws InstanceError naming every fault with file, line and field
 */
export function readInstanceFolder(dir: string): InstanceFolder {
  const faults: string[] = [];
  const siteText = readOptional(join(dir, 'site.yaml'));
  if (!siteText) throw new InstanceError(dir, ['site.yaml: is missing']);
  const site = parseYaml('site.yaml', siteText.toString('utf8'), siteFile, faults);
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

  const files = new Map<string, InstanceFile>();
  if (logo) files.set('/favicon.svg', { body: logo, contentType: 'image/svg+xml' });
  if (banner) files.set('/banner.svg', { body: banner, contentType: 'image/svg+xml' });
  if (social) files.set('/social.png', { body: social, contentType: 'image/png' });
  return {
    dir,
    instance: {
      ...(withoutSources(site) as Site),
      theme,
      ...(logo && { logo: addressOf('/favicon.svg', logo) }),
      ...(banner && { banner: addressOf('/banner.svg', banner) }),
      ...(social && { socialImage: addressOf('/social.png', social) }),
    },
    redirects,
    files,
  };
}
