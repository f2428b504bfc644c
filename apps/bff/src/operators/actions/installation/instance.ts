import { InstanceError, type InstanceFolder } from '@meridian/instance/folder';
import { Refusal } from '../../../platform/refusal.ts';
import { announcePurge, countListeners, instanceTarget } from '../../../site/purge/purge-channel.ts';
import type { Actions } from '../action.ts';

export interface InstanceActionServices {
  /** Reads the brand's folder. @throws InstanceError if the folder is invalid */
  readInstance: () => InstanceFolder;
}

function readValid({ readInstance }: InstanceActionServices): string {
  try {
    return readInstance().instance.name;
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    throw new Refusal('conflict', 'instance_invalid', error.message);
  }
}

export const createInstanceActions = (services: InstanceActionServices): Pick<Actions, 'instance.apply'> => ({
  'instance.apply': {
    async run(transaction) {
      const name = readValid(services);
      const servers = await countListeners(transaction);
      await announcePurge(transaction, { target: instanceTarget });
      const done =
        servers === 0
          ? `${name} is valid. No running server listens on this database.`
          : `${name}: ${servers} running server${servers === 1 ? ' reads' : 's read'} the folder again.`;
      return { done, name, servers };
    },
    audit: (_input, { name }) => ({ subject: { kind: 'instance', id: name } }),
  },
});
