import { Link2, Mail } from '@meridian/ui/icons';
import { SocialIcon } from '@meridian/ui/social-icon';
import { toasts } from '@meridian/ui/toast';
import { useEffect, useState } from 'react';

const linkClass =
  'grid size-11 place-items-center rounded-md border border-line bg-surface hover:bg-brand-soft';

/** Links to share a post. */
export function ShareLinks({ title, path }: { title: string; path: string }) {
  // Only the browser knows the site's origin. Until hydration the links contain only the path.
  const [origin, setOrigin] = useState('');
  useEffect(() => setOrigin(location.origin), []);
  const url = encodeURIComponent(`${origin}${path}`);
  const text = encodeURIComponent(title);
  const targets = [
    {
      label: 'Share on LinkedIn',
      network: 'linkedin',
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    },
    { label: 'Share on X', network: 'x', href: `https://x.com/intent/post?url=${url}&text=${text}` },
    {
      label: 'Share on Facebook',
      network: 'facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    },
  ] as const;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(`${location.origin}${path}`);
      toasts.success('Link copied');
    } catch {
      toasts.error('The link could not be copied. Copy it from the address bar.');
    }
  }

  return (
    <ul aria-label="Share this post" className="flex flex-wrap gap-2">
      {targets.map(({ label, network, href }) => (
        <li key={network}>
          <a href={href} target="_blank" rel="noopener" className={linkClass}>
            <SocialIcon network={network} />
            <span className="sr-only">{label}</span>
          </a>
        </li>
      ))}
      <li>
        <a href={`mailto:?subject=${text}&body=${url}`} className={linkClass}>
          <Mail aria-hidden="true" className="size-5" />
          <span className="sr-only">Share by email</span>
        </a>
      </li>
      <li>
        <button type="button" onClick={() => void copy()} className={linkClass}>
          <Link2 aria-hidden="true" className="size-5" />
          <span className="sr-only">Copy the link</span>
        </button>
      </li>
    </ul>
  );
}
