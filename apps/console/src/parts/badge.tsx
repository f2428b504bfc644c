import { classNames } from '@meridian/ui/class-names';

const bad = [
  'dead',
  'needs_review',
  'refund_due',
  'failed',
  'refused',
  'refused_late',
  'bounced',
  'disabled',
  'called_off',
];
const waiting = [
  'quarantined',
  'received',
  'pending',
  'waiting',
  'created',
  'paid',
  'requested',
  'due',
  'postponed',
];
/** States that are neither good nor bad. */
const neutral = [
  'dropped',
  'none',
  'not_needed',
  'over',
  'ended',
  'rejected',
  'withdrawn',
  'planned',
  'done',
];
const words: Record<string, string> = {
  dead: 'failed',
  quarantined: 'suspected spam',
  rejected: 'spam',
  received: 'to be sent',
  due: 'to be sent',
  refused_late: 'refused after confirmation',
  withdrawn: 'erased on request',
  not_needed: 'not needed',
  none: '–',
  dropped: 'not sent',
  called_off: 'called off',
  planned: 'not on sale',
};

/** A state as text. The colour adds no information. */
export function Badge({ state, label, word }: { state: string; label?: string; word?: string }) {
  const tone = bad.includes(state)
    ? 'bg-alert-soft text-alert-strong'
    : waiting.includes(state)
      ? 'bg-accent-soft text-ink'
      : neutral.includes(state)
        ? 'bg-sand text-ink-soft'
        : 'bg-brand-soft text-brand-strong';
  return (
    <span
      className={classNames('inline-block rounded-sm px-1.5 text-xs font-semibold whitespace-nowrap', tone)}
    >
      {label ? <span className="font-normal">{label} </span> : null}
      {word ?? words[state] ?? state.replaceAll('_', ' ')}
    </span>
  );
}
