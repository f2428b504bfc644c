import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InstanceError, readInstanceFolder } from './folder.ts';
import { sampleFolder, secondBrandDir } from './sample.ts';

const settings = { SUPPLIER_LEGAL_NAME: 'Kaveri Skills LLP', SUPPLIER_GSTIN: undefined };
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'instance-'));
  cpSync(secondBrandDir, dir, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true }));

function change(file: string, from: string, to: string): void {
  const path = join(dir, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

/** A PNG header with this size. */
function pngOf(width: number, height: number): Buffer {
  const image = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(8)]);
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

function faults(): readonly string[] {
  try {
    readInstanceFolder(dir, settings);
  } catch (error) {
    if (error instanceof InstanceError) return error.faults;
    throw error;
  }
  return [];
}

describe('the folder of an instance', () => {
  it('needs only site.yaml', () => {
    rmSync(join(dir, 'theme'), { recursive: true });
    rmSync(join(dir, 'redirects.csv'));
    const { instance, files, redirects } = readInstanceFolder(dir, settings);
    expect(instance).toMatchObject({ name: 'Kaveri Skills', theme: { font: 'figtree' } });
    expect([instance.logo, instance.banner]).toEqual([undefined, undefined]);
    expect(files.size + redirects.exact.size).toBe(0);
    rmSync(join(dir, 'site.yaml'));
    expect(faults()).toEqual([`site.yaml: is missing in ${dir}`]);
  });

  it('removes the sources of claims from the instance', () => {
    expect(sampleFolder.instance.claims.rating).toEqual({ value: 4.9, reviews: expect.any(String) });
    expect(JSON.stringify(sampleFolder.instance)).not.toContain('Specification');
  });

  it('gives a changed file another URL', () => {
    const before = readInstanceFolder(dir, settings).instance.logo;
    change('theme/logo.svg', '#5b2a86', '#5b2a87');
    expect(before).toMatch(/^\/favicon\.svg\?[0-9a-f]{8}$/);
    expect(readInstanceFolder(dir, settings).instance.logo).not.toBe(before);
  });

  it.each([
    ['email: hello@kaveriskills.in', 'email: hello', 'site.yaml:7: contact.email: must be an email address'],
    ['email: hello@kaveriskills.in\n', '\n', 'site.yaml:8: contact.email: is required'],
    ['phone: +91 44 4000 1001', 'phone: 044 4000 1001', 'site.yaml:8: contact.phone: must be a phone number'],
    ['phone: +91 44 4000 1001', 'phone: 914440001001', 'site.yaml:8: contact.phone: must be text in quotes'],
    ['  about:\n    overview: ', '  reach: ', 'texts.about: is required'],
    [
      'subjects:\n  short: accounting\n  long: accounting, Excel and GST returns',
      'subjects: 5',
      'subjects: must be a group of fields',
    ],
    ['href: /about-us', 'href: about-us', 'site.yaml:19: footer.0.links.0.href: must be a path'],
    ['href: /about-us', 'href: javascript:alert(1)', 'site.yaml:19: footer.0.links.0.href: must be a path'],
    ['name: Kaveri Skills', 'nmae: Kaveri Skills', 'site.yaml:2: nmae: is not a known field of this file'],
    ['subjects:', 'subjects: [', 'site.yaml:'],
    ['https://www.linkedin.com', 'http://www.linkedin.com', 'social.linkedin: must be an https address'],
  ])('is refused with line and field: %j as %j', (from, to, fault) => {
    change('site.yaml', from, to);
    expect(faults()).toContainEqual(expect.stringContaining(fault));
  });

  it('replaces the placeholders in its texts', () => {
    change('site.yaml', 'We teach', 'At {{legal_name}}, called {{name}}, ({{grievance_phone}}) teaches');
    change('site.yaml', 'label: Contact us', "label: 'Call {{phone}}'");
    const { texts, footer } = readInstanceFolder(dir, settings).instance;
    expect(texts.about.overview).toMatch(
      /^At Kaveri Skills LLP, called Kaveri Skills, \(\+91 44 4000 1000\) teaches/,
    );
    expect(footer[0]?.links[1]?.label).toBe('Call +91 44 4000 1001');
  });

  it.each([
    ['{{gstin}}', 'site.yaml:26: texts.about.overview: refers to {{gstin}}, and SUPPLIER_GSTIN is not set'],
    [
      '{{legal_nam}}',
      'site.yaml:26: texts.about.overview: refers to {{legal_nam}}, which does not exist: write',
    ],
    [
      '{{}}',
      'site.yaml:26: texts.about.overview: refers to {{}}, which does not exist: write one of legal_name,',
    ],
  ])('is refused with an unknown placeholder: %s', (reference, fault) => {
    change('site.yaml', 'We teach', `Of ${reference}, we teach`);
    expect(faults()).toEqual([expect.stringContaining(fault)]);
  });

  it('requires quotes around a text that begins with a placeholder', () => {
    change('site.yaml', 'We teach', '{{legal_name}} teaches');
    expect(faults()).toContain('site.yaml:26: text that begins with {{ must be in quotes');
  });

  it('is refused with a placeholder in names and contacts', () => {
    change('site.yaml', 'hours: Monday', 'hours: "{{phone}}, Monday');
    change('site.yaml', '6 pm IST', '6 pm IST"');
    expect(faults()).toEqual(['site.yaml:9: contact.hours: must not have references such as {{name}}']);
  });

  it('is refused if a claim has no source', () => {
    change('site.yaml', 'texts:', 'claims:\n  rating: { value: 4.2, reviews: 12 reviews }\ntexts:');
    expect(faults()).toEqual(['site.yaml:22: claims.rating.source: is required']);
  });

  it.each([
    ["'#5b2a86'", "'#ffd9f2'", 'theme/theme.yaml:2: colours: brand on white has a contrast of 1.'],
    ["'#5b2a86'", '#5b2a86', 'theme/theme.yaml:3: colours.brand: must be text in quotes'],
    ["'#5b2a86'", 'purple', "theme/theme.yaml:3: colours.brand: must be a colour such as '#0f6b5c'"],
    ['font: serif', 'font: papyrus', 'theme/theme.yaml:7: font: must be figtree, system, serif'],
  ])('is refused with an invalid theme: %s as %s', (from, to, fault) => {
    change('theme/theme.yaml', from, to);
    expect(faults()).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<rect onload="alert(1)"/>',
    '<rect onload=alert(1) />',
    '<image href="https://tracker.example/a.png"/>',
    '<use xlink:href="//tracker.example/a.svg#b"/>',
    '<foreignObject/>',
    '<style>@import "https://tracker.example/a.css"</style>',
    '<rect fill="url(https://tracker.example/a.svg#b)"/>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
  ])('is refused with a logo that can run scripts or load files: %s', (element) => {
    change('theme/logo.svg', '</svg>', `${element}</svg>`);
    expect(faults()).toEqual([
      'theme/logo.svg: must not have scripts, event handlers or references to other files',
    ]);
  });

  it('has a preview image with name, colours and logo; its URL changes with them', () => {
    const { instance, socialDrawing } = readInstanceFolder(dir, settings);
    expect(socialDrawing).toMatch(/fill="#1f1430".*data:image\/svg\+xml;base64,.*>Kaveri Skills</s);
    change('site.yaml', 'name: Kaveri Skills', 'name: Kaveri & Daughters School of Accounting');
    const other = readInstanceFolder(dir, settings);
    expect(other.socialDrawing).toMatch(/>Kaveri &amp; Daughters<.*>School of Accounting</s);
    expect(instance.socialImage).toMatch(/^\/social\.png\?[0-9a-f]{8}$/);
    expect(other.instance.socialImage).not.toBe(instance.socialImage);
  });

  it('may have its own preview image in the size of social networks', () => {
    writeFileSync(join(dir, 'theme/social.png'), pngOf(1200, 630));
    const { files, socialDrawing } = readInstanceFolder(dir, settings);
    expect([files.get('/social.png')?.contentType, socialDrawing]).toEqual(['image/png', undefined]);
  });

  it.each([
    ['another type', Buffer.from('JPEG'), 'must be a PNG image'],
    ['another size', pngOf(600, 315), 'must have 1200 × 630 pixels, and has 600 × 315'],
  ])('is refused with its own preview image of %s', (_what, image, fault) => {
    writeFileSync(join(dir, 'theme/social.png'), image);
    expect(faults()).toEqual([`theme/social.png: ${fault}`]);
  });

  it('reports the faults of all files together', () => {
    change('site.yaml', 'name: Kaveri Skills', 'name: ""');
    change('theme/theme.yaml', 'font: serif', 'font: 3');
    change('redirects.csv', '/old-courses,/', '/old-courses');
    expect(faults()).toHaveLength(3);
  });
});
