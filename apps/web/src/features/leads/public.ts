export { currentAttribution, rememberArrival } from './attribution.ts';
export { FormField } from './form-field.tsx';
export { LeadForm } from './lead-form-loader.tsx';
export { ThankYouHost } from './thank-you.tsx';
