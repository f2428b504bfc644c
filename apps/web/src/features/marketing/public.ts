export { consentOf, MarketingBoxes, type MarketingConsent } from './marketing-boxes.tsx';
