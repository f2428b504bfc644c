/** Finds values of the sample instance, which production refuses. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Instance } from '@meridian/contracts/site/instance';
import { findAppFolder } from './app-folder.ts';

/** The sample instance, which is part of the product. */
export const sampleInstanceDir = resolve(findAppFolder(import.meta.dirname), '../../instances/meridian');

const normal = (text: string) => text.toLowerCase().replace(/\s+/g, ' ');
let marks: readonly string[] | undefined;

/** True if a text names the sample brand, its addresses or its numbers. */
export function isOfSample(text: string): boolean {
  marks ??= readFileSync(join(sampleInstanceDir, 'marks.txt'), 'utf8').trim().split('\n').map(normal);
  return marks.some((mark) => normal(text).includes(mark));
}

const checked = [
  'CRM_COMPANY',
  'MAIL_FROM',
  'OPERATOR_EMAIL',
  'SUPPLIER_ADDRESS',
  'SUPPLIER_GSTIN',
  'SUPPLIER_LEGAL_NAME',
] as const;

/**
 * @param given names of the variables that are set: a default that comes from another setting is reported at
 * that setting
 * @param instance undefined if its folder is invalid
 */
export function sampleFaults(
  given: ReadonlySet<string>,
  values: Partial<Record<(typeof checked)[number] | 'APP_ENV', string | undefined>>,
  instance: Instance | undefined,
): string[] {
  if (values.APP_ENV !== 'production') return [];
  const inFolder = instance
    ? Object.entries({
        name: instance.name,
        contact: JSON.stringify(instance.contact),
        grievance: JSON.stringify(instance.grievance),
      })
    : [];
  return [
    ...checked
      .filter((name) => given.has(name) && isOfSample(values[name] ?? ''))
      .map((name) => `${name}: is the sample brand's`),
    ...inFolder
      .filter(([, text]) => isOfSample(text))
      .map(([field]) => `INSTANCE_DIR: site.yaml: ${field}: is the sample brand's`),
  ];
}
