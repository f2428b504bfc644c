export { currentAttribution, recordTouch } from './attribution.ts';
export { clearDraft, draftAnswers } from './draft-answers.ts';
export { FormField } from './form-field.tsx';
export { FormMessages } from './form-messages.tsx';
export { FormTerms } from './form-terms.tsx';
export { LeadForm } from './lead-form-loader.tsx';
export { NoScriptNotice } from './no-script-notice.tsx';
