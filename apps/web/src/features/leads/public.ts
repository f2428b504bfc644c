export { currentAttribution, rememberArrival } from './attribution.ts';
export { forgetAnswers, keptAnswers } from './draft-answers.ts';
export { FormField } from './form-field.tsx';
export { FormMessages } from './form-messages.tsx';
export { LeadForm } from './lead-form-loader.tsx';
export { WithoutScripts } from './no-script-notice.tsx';
