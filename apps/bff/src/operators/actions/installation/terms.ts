import type { TermsRow } from '@meridian/contracts/operators/actions/terms';
import { addTermsVersion, type TermsVersion } from '../../../enrolment/orders/terms-versions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { announcePurge } from '../../../site/purge/purge-channel.ts';
import type { Actions } from '../action.ts';

export function toTermsRow(terms: TermsVersion): TermsRow {
  const { early, late } = terms.changePolicy.moves;
  return {
    version: terms.version,
    valid_from: terms.validFrom.toISOString(),
    changed_by: terms.changedBy,
    note: terms.note,
    refund_steps: terms.refundPolicy,
    early_moves_until_hours: early.untilHoursBefore,
    early_moves_within_days: early.withinDays,
    late_moves: late.times,
    late_moves_within_days: late.withinDays,
    attendees_until_hours: terms.changePolicy.attendeesUntilHoursBefore,
  };
}

export const termsActions: Pick<Actions, 'terms.set'> = {
  'terms.set': {
    async run(transaction, input, actor) {
      const added = await addTermsVersion(
        transaction,
        ({ refundPolicy, changePolicy }) => {
          const { early, late } = changePolicy.moves;
          const next = {
            refundPolicy: input.refund_steps ?? refundPolicy,
            changePolicy: {
              moves: {
                early: {
                  untilHoursBefore: input.early_moves_until_hours ?? early.untilHoursBefore,
                  withinDays: input.early_moves_within_days ?? early.withinDays,
                },
                late: {
                  times: input.late_moves ?? late.times,
                  withinDays: input.late_moves_within_days ?? late.withinDays,
                },
              },
              attendeesUntilHoursBefore:
                input.attendees_until_hours ?? changePolicy.attendeesUntilHoursBefore,
            },
          };
          if (JSON.stringify(next) === JSON.stringify({ refundPolicy, changePolicy }))
            throw new Refusal('conflict', 'terms_unchanged', 'These terms are already in force.');
          return { ...next, note: input.note };
        },
        actor.email,
      );
      // Purges all caches, because pages of the site show the terms.
      await announcePurge(transaction, { target: 'all' });
      return {
        done: `Version ${added.version} applies to new orders. Orders keep the terms of their sale.`,
        terms: toTermsRow(added),
      };
    },
    audit: (_input, { terms }) => ({ subject: { kind: 'terms', id: String(terms.version) } }),
  },
};
