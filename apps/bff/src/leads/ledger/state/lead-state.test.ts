import { expect, test } from 'vitest';
import type { LeadFacts } from './lead-facts.ts';
import type { LeadEvent } from './lead-rules.ts';
import { transition } from './lead-state.ts';

/** Parses `forward/crm`, optionally with `thanked` and `erased`. */
function factsOf(text: string): LeadFacts {
  const [states = '', ...marks] = text.split(' ');
  const [forward, crm] = states.split('/') as [LeadFacts['forward'], LeadFacts['crm']];
  const [thanked, erased] = [marks.includes('thanked'), marks.includes('erased')];
  return { forward, crm, thanked, erased, forwardDue: false, crmDue: false };
}

function textOf({ forward, crm, thanked, erased }: LeadFacts): string {
  return [`${forward}/${crm}`, thanked && 'thanked', erased && 'erased'].filter(Boolean).join(' ');
}

test.each<[string, LeadEvent, string | null]>([
  ['received/waiting', 'upstream_saved', 'saved/pending thanked'],
  ['received/waiting', 'upstream_refused', 'refused/none'],
  ['received/waiting', 'handled_here', 'not_needed/pending thanked'],
  ['quarantined/waiting thanked', 'handled_here', null],
  ['not_needed/delivered thanked', 'handled_here', null],
  ['received/waiting', 'thanked', 'received/waiting thanked'],
  ['received/waiting thanked', 'upstream_refused', 'refused_late/pending thanked'],
  ['received/waiting', 'forward_failed', 'received/waiting thanked'],
  ['saved/pending thanked', 'upstream_saved', null],
  ['saved/delivered thanked', 'upstream_refused', null],
  ['refused_late/delivered thanked', 'upstream_saved', 'saved/delivered thanked'],
  ['refused_late/delivered thanked', 'upstream_refused', 'refused_late/delivered thanked'],
  ['refused_late/delivered thanked erased', 'upstream_refused', null],
  ['quarantined/waiting thanked', 'upstream_saved', null],
  ['quarantined/waiting thanked', 'released', 'received/waiting thanked'],
  ['received/waiting', 'released', null],
  ['quarantined/waiting thanked', 'rejected', 'rejected/none thanked'],
  ['received/waiting thanked', 'rejected', null],
  ['rejected/none thanked', 'released', 'received/waiting thanked'],
  ['rejected/none thanked erased', 'released', null],
  ['rejected/none thanked', 'withdrawn', 'rejected/none thanked erased'],
  ['rejected/none thanked', 'erased', 'rejected/none thanked erased'],
  ['rejected/none thanked', 'edited', null],
  ['saved/pending thanked', 'crm_delivered', 'saved/delivered thanked'],
  ['refused_late/pending thanked', 'crm_delivered', 'refused_late/delivered thanked'],
  ['not_needed/pending thanked', 'crm_delivered', 'not_needed/delivered thanked'],
  ['received/waiting', 'crm_delivered', null],
  ['saved/delivered thanked', 'crm_gave_up', null],
  ['saved/pending thanked', 'crm_gave_up', 'saved/dead thanked'],
  ['saved/dead thanked', 'crm_delivered', 'saved/delivered thanked'],
  ['saved/dead thanked', 'resent', 'saved/pending thanked'],
  ['saved/delivered thanked', 'resent', null],
  ['refused/none', 'resent', null],
  ['refused_late/delivered thanked', 'retry_requested', 'refused_late/delivered thanked'],
  ['refused_late/delivered thanked erased', 'retry_requested', null],
  ['saved/dead thanked', 'edited', 'saved/pending thanked'],
  ['refused_late/dead thanked', 'edited', 'refused_late/pending thanked'],
  ['refused_late/delivered thanked', 'edited', 'refused_late/delivered thanked'],
  ['refused/none', 'edited', 'received/waiting'],
  ['refused/none erased', 'edited', null],
  ['saved/delivered thanked', 'edited', null],
  ['saved/pending thanked', 'edited', null],
  ['received/waiting', 'withdrawn', 'withdrawn/withdrawn erased'],
  ['quarantined/waiting thanked', 'withdrawn', 'withdrawn/withdrawn thanked erased'],
  ['saved/pending thanked', 'withdrawn', 'saved/withdrawn thanked erased'],
  ['saved/dead thanked', 'withdrawn', 'saved/withdrawn thanked erased'],
  ['saved/delivered thanked', 'withdrawn', 'saved/delivered thanked erased'],
  ['saved/withdrawn thanked erased', 'withdrawn', null],
  // A call was in flight during the withdrawal.
  ['saved/withdrawn thanked erased', 'crm_delivered', 'saved/delivered thanked erased'],
  ['withdrawn/withdrawn erased', 'upstream_saved', 'saved/withdrawn thanked erased'],
  ['saved/delivered thanked', 'erased', 'saved/delivered thanked erased'],
  ['refused/none', 'erased', 'refused/none erased'],
  ['saved/dead thanked', 'erased', null],
  ['quarantined/waiting thanked', 'erased', null],
])('%s on %s becomes %s', (from, event, to) => {
  const next = transition(factsOf(from), event);
  expect(next && textOf(next)).toBe(to);
});

test('no attempt is scheduled if the back-off is exhausted', () => {
  const late = { ...factsOf('refused_late/delivered thanked'), forwardDue: true };
  expect(transition(late, 'upstream_refused')).toMatchObject({ forwardDue: true });
  expect(transition(late, 'upstream_refused', false)).toMatchObject({ forwardDue: false });
});
