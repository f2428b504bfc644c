import { SocialIcon } from '@meridian/ui/social-icon';
import { socialLinks } from '../../content/external-links.ts';
/** Links to the provider's pages on social networks. */
export function SocialLinks({ className }: { className?: string }) {
  return (
    <ul className={`flex items-center gap-1 ${className ?? ''}`}>
      {socialLinks.map(({ network, label, href }) => (
        <li key={network}>
          <a
            href={href}
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
