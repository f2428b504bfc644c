import { sampleDomain, sampleGrievanceOfficer, samplePhone } from './sample-brand.ts';

/**
 * Contacts of the training provider, as pages and emails name them by law. Content, not code: replace the sample's
 * here. Legal name and address are the settings `SUPPLIER_LEGAL_NAME` and `SUPPLIER_ADDRESS`.
 */
export const provider = {
  /** Where visitors write to. */
  email: `learn@${sampleDomain}`,
  /** Where visitors call. */
  phone: samplePhone,
  /** Consumer Protection (E-Commerce) Rules 2020, rule 4, and the DPDP Rules 2025, rule 9. */
  grievanceOfficer: sampleGrievanceOfficer,
} as const;
