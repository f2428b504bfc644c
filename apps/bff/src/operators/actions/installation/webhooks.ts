import {
  addEndpoint,
  enqueueTest,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  retryDeliveries,
  rotateSecret,
} from '../../../integrations/webhooks/endpoints.ts';
import type { Actions } from '../action.ts';
import { countOf } from '../confirmed.ts';

export interface WebhookActionServices {
  /** True if plain HTTP and private addresses are allowed. */
  isDemo: boolean;
}

type Name =
  | 'webhooks.add'
  | 'webhooks.remove'
  | 'webhooks.pause'
  | 'webhooks.resume'
  | 'webhooks.rotate-secret'
  | 'webhooks.send-test'
  | 'webhooks.retry';

const subjectOf = (id: string) => ({ kind: 'webhook_endpoint', id }) as const;

const waits = 'Its events wait for at most 30 days.';

export const createWebhookActions = (services: WebhookActionServices): Pick<Actions, Name> => ({
  'webhooks.add': {
    async run(transaction, { url, events, personal_data: personalData }) {
      const added = await addEndpoint(transaction, { url, events, personalData }, services.isDemo);
      return { done: 'Endpoint added. Its secret is shown only now.', ...added };
    },
    audit: ({ events, personal_data }, { endpoint: { id } }) => ({
      subject: subjectOf(id),
      detail: { events: events.join(' '), personal_data },
    }),
  },
  'webhooks.remove': {
    async run(transaction, { endpoint }) {
      await removeEndpoint(transaction, endpoint);
      return { done: 'Endpoint removed, with its deliveries and its log.' };
    },
    audit: ({ endpoint }) => ({ subject: subjectOf(endpoint) }),
  },
  'webhooks.pause': {
    async run(transaction, { endpoint }) {
      return { done: `Endpoint paused. ${waits}`, endpoint: await pauseEndpoint(transaction, endpoint) };
    },
    audit: ({ endpoint }) => ({ subject: subjectOf(endpoint) }),
  },
  'webhooks.resume': {
    async run(transaction, { endpoint: id }) {
      const endpoint = await resumeEndpoint(transaction, id);
      const failed =
        endpoint.failed === 0
          ? ''
          : ` ${countOf(endpoint.failed, 'failed delivery', 'failed deliveries')} can be retried.`;
      return {
        done: `Endpoint resumed. ${countOf(endpoint.due, 'delivery is', 'deliveries are')} due.${failed}`,
        endpoint,
      };
    },
    audit: ({ endpoint }) => ({ subject: subjectOf(endpoint) }),
  },
  'webhooks.rotate-secret': {
    async run(transaction, { endpoint }) {
      const rotated = await rotateSecret(transaction, endpoint);
      return {
        done: 'Requests are signed with the new secret from now on. The secret is shown only now.',
        ...rotated,
      };
    },
    audit: ({ endpoint }) => ({ subject: subjectOf(endpoint) }),
  },
  'webhooks.send-test': {
    async run(transaction, { endpoint }) {
      const tested = await enqueueTest(transaction, endpoint);
      return { done: 'A test event is sent within seconds. The log shows its result.', endpoint: tested };
    },
    audit: ({ endpoint }) => ({ subject: subjectOf(endpoint) }),
  },
  'webhooks.retry': {
    async run(transaction, input) {
      const retried = await retryDeliveries(transaction, input);
      const { paused_at: pausedAt } = retried.endpoint;
      const when = pausedAt === null ? 'within seconds' : 'once the endpoint is resumed';
      return {
        done: `${countOf(retried.deliveries, 'delivery is', 'deliveries are')} sent again ${when}.`,
        ...retried,
      };
    },
    audit: ({ endpoint }, { deliveries }) => ({ subject: subjectOf(endpoint), detail: { deliveries } }),
  },
});
