export { BatchRow } from './batch-row.tsx';
export { checkoutAddress } from './enroll-link.tsx';
export { SeatStepper } from './seat-stepper.tsx';
