/** Values of the sample brand, which are for a demonstration and never for production. */
import { brand } from '@meridian/contracts/brand';
import { provider } from '@meridian/contracts/provider';
import { sampleMarks } from '@meridian/contracts/sample-brand';

/** The training provider, as far as it is code and not a setting. */
export interface Identity {
  brand: string;
  provider: {
    email: string;
    phone: string;
    grievanceOfficer: { name: string; email: string; phone: string };
  };
}
export const codeIdentity: Identity = { brand, provider };

const normal = (text: string) => text.toLowerCase().replace(/\s+/g, ' ');
const marks = sampleMarks.map(normal);

/** True if a text names the sample brand, its addresses or its numbers. */
export function isOfSample(text: string): boolean {
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

/** @param given names of the variables that have a value: a default is reported where it is made */
export function sampleFaults(
  given: ReadonlySet<string>,
  values: Partial<Record<(typeof checked)[number] | 'APP_ENV', string | undefined>>,
  identity: Identity,
): string[] {
  if (values.APP_ENV !== 'production') return [];
  const inCode: [string, string][] = [
    ['brand.ts: the name', identity.brand],
    ['provider.ts: the email', identity.provider.email],
    ['provider.ts: the phone number', identity.provider.phone],
    ['provider.ts: the grievance officer', Object.values(identity.provider.grievanceOfficer).join(' ')],
  ];
  return [
    ...checked
      .filter((name) => given.has(name) && isOfSample(values[name] ?? ''))
      .map((name) => `${name}: is the sample brand's`),
    ...inCode
      .filter(([, text]) => isOfSample(text))
      .map(([what]) => `packages/contracts/src/${what} is the sample brand's`),
  ];
}
