import { type MarketingChannel, marketingChannels, marketingText } from '@meridian/contracts/leads/notice';

/** The consent that a form sends for its ticked boxes. */
export interface MarketingConsent {
  version: typeof marketingText.version;
  channels: MarketingChannel[];
}

/** @returns undefined if no box is ticked */
export function consentOf(channels: readonly MarketingChannel[]): MarketingConsent | undefined {
  return channels.length === 0 ? undefined : { version: marketingText.version, channels: [...channels] };
}

/**
 * A box for each channel, none ticked by default. The inputs have no names, so that drafts do not store them.
 */
export function MarketingBoxes({
  chosen,
  onChange,
}: {
  chosen: readonly MarketingChannel[];
  onChange(channels: readonly MarketingChannel[]): void;
}) {
  return (
    <fieldset className="text-sm">
      <legend>{marketingText.question} (optional)</legend>
      <div className="flex flex-wrap gap-x-5">
        {marketingChannels.map((channel) => (
          <label key={channel} className="flex min-h-11 items-center gap-2 font-semibold">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-brand"
              checked={chosen.includes(channel)}
              onChange={({ target }) =>
                onChange(
                  marketingChannels.filter((other) =>
                    other === channel ? target.checked : chosen.includes(other),
                  ),
                )
              }
            />
            {marketingText.channels[channel]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
