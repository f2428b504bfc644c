import { instance } from '@meridian/contracts/site/instance';
import { SocialIcon } from '@meridian/ui/social-icon';

const networks = [
  { network: 'facebook', label: 'Facebook' },
  { network: 'instagram', label: 'Instagram' },
  { network: 'linkedin', label: 'LinkedIn' },
  { network: 'x', label: 'X' },
  { network: 'youtube', label: 'YouTube' },
] as const;

/** Links to the provider's pages on social networks. */
export function SocialLinks({ className }: { className?: string }) {
  const { social } = instance();
  return (
    <ul className={`flex items-center gap-1 ${className ?? ''}`}>
      {networks
        .filter(({ network }) => social[network])
        .map(({ network, label }) => (
          <li key={network}>
            <a
              href={social[network]}
              rel="noopener"
              target="_blank"
              className="relative grid size-8 place-items-center rounded-sm opacity-85 hover:opacity-100"
            >
              <SocialIcon network={network} />
              <span className="sr-only">{label}</span>
            </a>
          </li>
        ))}
    </ul>
  );
}
