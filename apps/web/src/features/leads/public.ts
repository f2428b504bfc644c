export { currentAttribution, rememberArrival } from './attribution.ts';
export { FormField } from './form-field.tsx';
export { LeadForm } from './lead-form-loader.tsx';
export { WithoutScripts } from './without-scripts.tsx';
