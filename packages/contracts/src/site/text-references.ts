/** Placeholders in texts. `{{name}}` is replaced by a value that is stored elsewhere. */
import type { z } from 'zod';
import type { siteFile } from './site-file.ts';

type Site = Pick<z.output<typeof siteFile>, 'name' | 'contact' | 'grievance'>;

/** Placeholders of settings, with the environment variable of each. */
export const settingOfReference = {
  legal_name: 'SUPPLIER_LEGAL_NAME',
  registered_address: 'SUPPLIER_ADDRESS',
  gstin: 'SUPPLIER_GSTIN',
} as const;

type SettingReference = keyof typeof settingOfReference;

/** Settings that texts may use. */
export type TextSettings = Readonly<
  Partial<Record<(typeof settingOfReference)[SettingReference], string | undefined>>
>;

/** Placeholders of `site.yaml`. */
const siteReferences = {
  name: ({ name }) => name,
  email: ({ contact }) => contact.email,
  phone: ({ contact }) => contact.phone,
  hours: ({ contact }) => contact.hours,
  grievance_officer: ({ grievance }) => grievance.name,
  grievance_email: ({ grievance }) => grievance.email,
  grievance_phone: ({ grievance }) => grievance.phone,
} satisfies Record<string, (site: Site) => string>;

export type TextReference = SettingReference | keyof typeof siteReferences;

/** Values by placeholder name; settings without a value are absent. */
export type ReferenceValues = ReadonlyMap<string, string>;

const entriesOf = <Key extends string, Value>(record: Record<Key, Value>) =>
  Object.entries(record) as [Key, Value][];

export const textReferences: readonly TextReference[] = [
  ...entriesOf(settingOfReference).map(([name]) => name),
  ...entriesOf(siteReferences).map(([name]) => name),
];

export function referenceValues(site: Site, settings: TextSettings): ReferenceValues {
  const ofSettings = entriesOf(settingOfReference).flatMap(([name, variable]) => {
    const value = settings[variable];
    return value ? [[name, value] as const] : [];
  });
  return new Map<string, string>([
    ...ofSettings,
    ...entriesOf(siteReferences).map(([name, read]) => [name, read(site)] as const),
  ]);
}

/**
 * @param names placeholders that the text may use
 * @returns the error for a placeholder that has no value or does not exist, for the author of the text
 */
export function referenceFault(name: string, names: readonly string[] = textReferences): string {
  const setting = entriesOf(settingOfReference).find(([reference]) => reference === name)?.[1];
  return setting
    ? `refers to {{${name}}}, and ${setting} is not set`
    : `refers to {{${name}}}, which does not exist: write one of ${names.join(', ')}`;
}
