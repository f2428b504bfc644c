import { sampleName } from './sample-brand.ts';

/** The provider's name in page titles, the payment widget and, by default, the CRM's company. Replace the sample's. */
export const brand: string = sampleName;
