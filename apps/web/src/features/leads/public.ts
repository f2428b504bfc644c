export { currentAttribution, rememberArrival } from './attribution.ts';
export { FormField } from './form-field.tsx';
export { FormMessages } from './form-messages.tsx';
export { forgetAnswers, keptAnswers } from './kept-answers.ts';
export { LeadForm } from './lead-form-loader.tsx';
export { WithoutScripts } from './without-scripts.tsx';
