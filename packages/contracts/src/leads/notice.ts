/**
 * Current version of the privacy notice, and the text of the marketing check boxes. Changing the text
 * requires a new version.
 */

/** Stored with each lead and order. Change it when the privacy policy or the text below changes. */
export const noticeVersion = '2026-11-22';

/** Channels of marketing; each has its own consent. */
export const marketingChannels = ['email', 'whatsapp', 'phone'] as const;
export type MarketingChannel = (typeof marketingChannels)[number];

/**
 * Text next to the check boxes. Earlier versions stay in `textVersions`, because open pages still send them.
 */
export const marketingText = {
  version: '2026-11-22',
  question: 'May we also tell you about courses and offers? You can stop it at any time.',
  channels: { email: 'By email', whatsapp: 'By WhatsApp', phone: 'By phone' },
} as const satisfies { version: string; question: string; channels: Record<MarketingChannel, string> };

/** Versions of the text that a consent may name. */
export const textVersions = [marketingText.version] as const;
