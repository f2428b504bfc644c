export { JoinWaitlist } from './join-waitlist.tsx';
export type { WaitedBatch } from './waited-batch.ts';
