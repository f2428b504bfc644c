import { invalidField } from '../../platform/refusal.ts';
import { announcePurge, countListeners } from '../../site/purge/purge-channel.ts';
import { purgeTarget, purgeUsage } from '../../site/purge/purge-target.ts';
import type { Actions } from './action.ts';

export const cacheActions: Pick<Actions, 'cache.purge'> = {
  'cache.purge': {
    async run(transaction, { target }) {
      if (!purgeTarget(target))
        throw invalidField('target_unknown', 'target', `"${target}" is not a target. Targets: ${purgeUsage}`);
      const servers = await countListeners(transaction);
      await announcePurge(transaction, { target });
      const done =
        servers === 0
          ? 'No running server listens on this database.'
          : `${target}: purged on ${servers} running server${servers === 1 ? '' : 's'}.`;
      return { done, target, servers };
    },
    audit: ({ target }) => ({ subject: { kind: 'cache', id: target } }),
  },
};
