export { type LiveSeats, useLiveSeats } from './use-live-seats.ts';
