export { type LiveSeats, useLiveSeats, useSeatsLeft } from './use-live-seats.ts';
