/** The privacy notice in force, and the words of the marketing boxes. Content: other words need another version. */

/** Stands with each lead and order. Raised when the privacy policy or the words here change. */
export const noticeVersion = '2026-11-22';

/** Channels of marketing, each with a separate consent. */
export const marketingChannels = ['email', 'whatsapp', 'phone'] as const;
export type MarketingChannel = (typeof marketingChannels)[number];

/** Text of the boxes. Earlier texts stay in `textVersions`: open pages still send them. */
export const marketingText = {
  version: '2026-11-22',
  question: 'May we also tell you about courses and offers? You can stop it at any time.',
  channels: { email: 'By email', whatsapp: 'By WhatsApp', phone: 'By phone' },
} as const satisfies { version: string; question: string; channels: Record<MarketingChannel, string> };

/** Versions of the text that a consent may have been given to. */
export const textVersions = [marketingText.version] as const;
