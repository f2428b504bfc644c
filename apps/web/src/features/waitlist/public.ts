export { JoinWaitlist } from './join-waitlist.tsx';
export { useWaitlistForm } from './use-waitlist-form.tsx';
export type { WaitedBatch } from './waited-batch.ts';
